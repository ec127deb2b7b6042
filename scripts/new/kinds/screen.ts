import { languages } from "../../read-locales.ts";
import { keepJsonKey } from "../edit-json.ts";
import { addEntry, addImport } from "../edit-source.ts";
import type { Names } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";

/** The list of screens, and the screen's title in every language: the menu shows it before the screen is loaded. */
export function registerScreen(names: Names): Plan["edits"] {
  const registry = "console/src/app/screens.ts";
  return [
    [registry, addImport(`import { ${names.camel}Screen } from "../screens/${names.kebab}/screen";`)],
    [
      registry,
      addEntry({
        list: "export const screens: readonly Screen[] = [",
        entry: `${names.camel}Screen`,
        place: { before: "notFoundScreen" },
      }),
    ],
    ...languages.map((language): Plan["edits"][number] => [
      `console/src/lib/i18n/locales/${language}/shell.json`,
      keepJsonKey(["screens"], names.kebab, names.title),
    ]),
  ];
}

/** A screen without data of its own, in the menu of every user. */
export function planScreen(names: Names): Plan {
  const folder = `console/src/screens/${names.kebab}`;
  return {
    files: fillTemplate("screen", folder, { ...names }),
    edits: registerScreen(names),
    next: [
      `${folder}/${names.kebab}-page.tsx: the page`,
      `${folder}/screen.ts: icon, place in the menu, and who may open it`,
      `the title in Chinese and Japanese: ${folder}/locales/ and console/src/lib/i18n/locales/*/shell.json`,
    ],
  };
}

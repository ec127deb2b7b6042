import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "../../list-files.ts";
import { addEntry, addImport, addLines, type Edit, replaceOnce } from "../edit-source.ts";
import { type Names, upperFirst } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";

const providersFolder = "server/src/relay/providers";
const dialectFixtures = `${providersFolder}/openai/__fixtures__`;

/** A vendor with Chat Completions, on OpenAI's fixtures until its own are recorded. */
export function planProvider(names: Names, root: string): Plan {
  const folder = `${providersFolder}/${names.kebab}`;
  const registry = `${providersFolder}/registry.ts`;
  const type = findFreeType(root);
  const initials = names.kebab.split("-").map((word) => upperFirst(word).charAt(0));
  const values = {
    ...names,
    type: String(type),
    initials: initials.join("").slice(0, 2),
  };
  return {
    files: { ...fillTemplate("provider", folder, values), ...copyFixtures(root, folder) },
    edits: [
      [registry, addImport(`import { provider as ${names.camel} } from "./${names.kebab}/index.ts";`)],
      [
        registry,
        addEntry({
          list: "export const providers: readonly Provider[] = [",
          entry: names.camel,
          place: { before: "sandbox" },
        }),
      ],
      [
        "scripts/price-book/additions.ts",
        addEntry({
          list: "export const additions: readonly PriceList[] = [",
          entry: `{ channelType: ${type}, source: "https://${names.kebab}.example/pricing", date: "2026-01", models: { "${names.kebab}-chat": per(1, 3) } }`,
        }),
      ],
      ["docs/use/paid-fields.md", addToPaidFields(names.kebab)],
      [
        `${providersFolder}/registry.test.ts`,
        addLines({ before: '      1000: "sandbox",' }, `      ${type}: "${names.kebab}",`),
      ],
      [
        `${providersFolder}/README.md`,
        addLines({ before: "| `sandbox` |" }, `| \`${names.kebab}\` | ${type} | Chat Completions |`),
      ],
    ],
    documents: [
      { program: ["scripts/print-conformance.ts"], writes: "docs/use/formats.md" },
      { program: ["scripts/write-price-book.ts"], writes: "server/src/control/price-book.json" },
      { program: ["scripts/readme-tables.ts"], writes: "README.md" },
    ],
    next: [
      `${folder}/descriptor.ts: the vendor's type number in the One API family if it has one (now ${type}), address, models, key`,
      `${folder}/index.ts: the vendor's differences as options, and what it charges extra for (paidFields)`,
      `${folder}/__fixtures__: the vendor's answers (now OpenAI's), and where they come from in SOURCE.md`,
      "scripts/price-book/additions.ts: prices of its models (now made up), with their page and day; then `npm run prices`",
    ],
  };
}

/** The line that lists providers with the paid fields of the common dialect. */
function addToPaidFields(name: string): Edit {
  return (text) => {
    const line = /^\| `openai`, [^|\n]*`(?= \|)/m.exec(text)?.[0];
    if (line === undefined) throw new Error("expected a table of paid fields with a line for `openai`");
    return replaceOnce(line, `${line}, \`${name}\``)(text);
  };
}

function copyFixtures(root: string, folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(root, dialectFixtures).map((file) => [
      `${folder}/__fixtures__/${path.posix.basename(file)}`,
      readFileSync(path.join(root, file), "utf8"),
    ]),
  );
}

/** The first type number from 901 on that no provider has: lower numbers belong to the One API family. */
export function findFreeType(root: string): number {
  const taken = listFiles(root, providersFolder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => [...readFileSync(path.join(root, file), "utf8").matchAll(/\btype:\s*(\d+)/g)])
    .map(([, type]) => Number(type));
  let type = 901;
  while (taken.includes(type)) type++;
  return type;
}

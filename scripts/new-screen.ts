import { camelName, type Scaffold, titleName, upperFirst } from "./write-scaffold.ts";

export const screensFolder = "console/src/screens";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The file set of a screen without data of its own, ready to be filled (docs/adding-a-screen.md). */
export function makeScreen(name: string): Scaffold {
  const camel = camelName(name);
  const component = `${upperFirst(camel)}Page`;
  const title = titleName(name);
  const files = {
    "screen.ts": `import { defineScreen } from "../../lib/define-screen";

export const ${camel}Screen = defineScreen({
  name: "${name}",
  path: "/panel/${name}",
  title: "screens.${name}",
  icon: "page",
  access: "user",
  page: () => import("./${name}-page").then((module) => module.${component}),
  locales: (language) => import(\`./locales/\${language}.json\`),
});
`,
    [`${name}-page.tsx`]: `import { useTranslation } from "react-i18next";
import { EmptyState } from "../../design-system/empty-state/empty-state";
import { PageHeader } from "../../design-system/page-header/page-header";

/** What a person does on this screen, in one sentence. */
export function ${component}() {
  const { t } = useTranslation("${name}");
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState title={t("empty.title")} description={t("empty.body")} />
    </>
  );
}
`,
    [`${name}-page.test.tsx`]: `import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../../test/render-app";
import { ${camel}Screen } from "./screen";

it("says what the screen is for while there is nothing on it", async () => {
  await renderScreen(${camel}Screen);
  expect(screen.getByRole("heading", { name: "${title}" })).toBeVisible();
  expect(screen.getByText("Nothing here yet")).toBeVisible();
});
`,
    "locales/en_US.json": json({
      title,
      empty: { title: "Nothing here yet", body: "Say here how to begin." },
    }),
    "locales/zh_CN.json": json({ title, empty: { title: "暂无内容", body: "在此说明如何开始。" } }),
    "locales/ja_JP.json": json({
      title,
      empty: { title: "まだ何もありません", body: "始め方をここに書きます。" },
    }),
  };
  return {
    files,
    steps: [
      `console/src/app/screens.ts: import { ${camel}Screen } from "../screens/${name}/screen"; and ${camel}Screen in the list`,
      `console/src/lib/i18n/locales/{en_US,zh_CN,ja_JP}/shell.json, under "screens": "${name}": "${title}"`,
      "a place in the menu, if it belongs there: menu: { group, order } in screen.ts",
      "docs/adding-a-screen.md tells the rest",
    ],
  };
}

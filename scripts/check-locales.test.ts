import { describe, expect, it } from "vitest";
import { checkLocales } from "./check-locales.ts";
import { isFailure } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

type Texts = Record<string, unknown>;

function plantScreen(en: Texts, zh: Texts, ja: Texts, files: Record<string, string> = {}) {
  const folder = "console/src/screens/tokens/locales";
  return plantTree({
    [`${folder}/en_US.json`]: JSON.stringify(en),
    [`${folder}/zh_CN.json`]: JSON.stringify(zh),
    [`${folder}/ja_JP.json`]: JSON.stringify(ja),
    ...files,
  });
}

const check = (en: Texts, zh: Texts, ja: Texts, files?: Record<string, string>) => {
  using tree = plantScreen(en, zh, ja, files);
  return checkLocales(tree.root)
    .filter((finding) => !finding.warning)
    .map(({ path, line, problem }) => `${path.split("/").at(-1)}${line ? `:${line}` : ""} ${problem}`);
};

describe("parity", () => {
  it("accepts equal keys, nested or flat", () => {
    expect(check({ a: { b: "x" } }, { a: { b: "y" } }, { "a.b": "z" })).toEqual([]);
  });

  it("rejects a key that one language lacks", () => {
    expect(check({ a: "x", b: "x" }, { a: "y", b: "y" }, { a: "z" })).toEqual(['ja_JP.json lacks "b"']);
    expect(check({ a: "x" }, { a: "y", b: "y" }, { a: "z", b: "z" })).toEqual(['en_US.json lacks "b"']);
  });

  it("rejects an empty text", () => {
    expect(check({ a: "x" }, { a: " " }, { a: "z" })).toEqual(['zh_CN.json "a" is empty']);
  });

  it("rejects a lost or invented placeholder or tag", () => {
    expect(
      check({ a: "{{count}} of <b>{{all}}</b>" }, { a: "{{count}}" }, { a: "{{all}} <b>{{count}}</b>" }),
    ).toEqual(['zh_CN.json "a" has {{count}}, en_US has <b> {{all}} {{count}}']);
  });

  it("asks every language for its own plural forms only", () => {
    const en = { key_one: "{{count}} key", key_other: "{{count}} keys" };
    const other = { key_other: "{{count}}" };
    expect(check(en, other, other)).toEqual([]);
    expect(check({ key_other: "{{count}} keys" }, other, other)).toEqual(['en_US.json lacks "key_one"']);
  });

  it("rejects a folder without a language, and a file that is not texts", () => {
    using tree = plantTree({ "console/src/widgets/snippets/locales/en_US.json": "{}" });
    expect(checkLocales(tree.root)).toMatchObject([{ problem: '"snippets" has no zh_CN, ja_JP' }]);
    expect(check({ a: 1 }, { a: "y" }, { a: "z" })).toEqual(["en_US.json is not JSON made of texts"]);
  });

  it("warns of a sentence that was left in English", () => {
    using tree = plantScreen({ a: "This token is gone now" }, { a: "This token is gone now" }, { a: "なし" });
    const findings = checkLocales(tree.root);
    expect(findings).toMatchObject([{ problem: '"a" is English', warning: true }]);
    expect(isFailure(findings)).toBe(false);
  });

  it("reads the shared namespaces", () => {
    using tree = plantTree({
      "console/src/lib/i18n/locales/en_US/common.json": '{ "save": "Save" }',
      "console/src/lib/i18n/locales/zh_CN/common.json": "{}",
      "console/src/lib/i18n/locales/ja_JP/common.json": '{ "save": "保存" }',
    });
    expect(checkLocales(tree.root)).toMatchObject([
      { path: "console/src/lib/i18n/locales/zh_CN/common.json", problem: 'lacks "save"' },
    ]);
  });
});

describe("use", () => {
  const texts = {
    title: "Tokens",
    status: { on: "On" },
    row_one: "{{count}} row",
    row_other: "{{count}} rows",
  };
  const page = "console/src/screens/tokens/tokens-page.tsx";
  const use = (code: string) => check(texts, texts, texts, { [page]: code });

  it("finds keys by the hook's namespace, its renamed function, a prefix and a plural", () => {
    expect(
      use(
        [
          'const { t } = useTranslation("tokens");',
          'const { t: say } = useTranslation(["tokens"]);',
          't("title"); say("status.on"); t("tokens:title"); t("row", { count: 2 }); t(`status.${name}`);',
        ].join("\n"),
      ),
    ).toEqual([]);
  });

  it("rejects a key that is not there", () => {
    expect(use('const { t } = useTranslation("tokens");\nt("titel");')).toEqual([
      'tokens-page.tsx:2 uses the key "titel", which tokens lacks',
    ]);
    expect(use('i18n.t("tokens:status.off");')).toEqual([
      'tokens-page.tsx:1 uses the key "status.off", which tokens lacks',
    ]);
    expect(use("const { t } = useTranslation('x');\nt(`state.${name}`);")).toHaveLength(1);
    expect(use('<Trans i18nKey="nothing" />')).toHaveLength(1);
  });

  it("reads both keys of a choice and a translator with a fixed namespace", () => {
    expect(use('const say = i18n.getFixedT(language, "tokens");\nsay(many ? "title" : "titel");')).toEqual([
      'tokens-page.tsx:2 uses the key "titel", which tokens lacks',
    ]);
  });

  it("takes the folder's texts where the function was handed in", () => {
    expect(use('export const columns = (t: TFunction) => [t("title")];')).toEqual([]);
    expect(use('export const columns = (t: TFunction) => [t("nothing")];')).toEqual([
      'tokens-page.tsx:1 uses the key "nothing", which tokens, common lacks',
    ]);
  });

  it("looks for a screen's title in the shell", () => {
    const screen = 'export const tokensScreen = defineScreen({ title: "screens.tokens" });';
    expect(check(texts, texts, texts, { "console/src/screens/tokens/screen.ts": screen })).toEqual([
      'screen.ts:1 uses the key "screens.tokens", which shell lacks',
    ]);
  });

  it("ignores comments and tests", () => {
    expect(use('// t("nothing")\n/* t("nothing") */')).toEqual([]);
    expect(
      check(texts, texts, texts, { "console/src/screens/tokens/tokens-page.test.tsx": 't("nothing");' }),
    ).toEqual([]);
  });
});

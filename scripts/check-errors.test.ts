import { expect, it } from "vitest";
import { checkErrors } from "./check-errors.ts";
import { plantTree } from "./plant-tree.ts";

const catalog = `/** Every code. */
export const errorCodes = {
  // "old.code": { status: 400, message: "Not this one." },
  "token.not_found": { status: 404, message: "This token does not exist." },
  "request.rate_limited": {
    status: 429,
    message: "Try again in {seconds} seconds.",
  },
} as const;
`;
const texts = {
  "token.not_found": "x",
  "request.rate_limited": "{{seconds}}",
  title: "Error",
  client: { unknown: "x" },
};
const locale = (language: string) => `console/src/lib/i18n/locales/${language}/errors.json`;

const check = (files: Record<string, string> = {}) => {
  using tree = plantTree({
    "contract/src/error-codes.ts": catalog,
    [locale("en_US")]: JSON.stringify(texts),
    [locale("zh_CN")]: JSON.stringify(texts),
    [locale("ja_JP")]: JSON.stringify(texts),
    ...files,
  });
  return checkErrors(tree.root).map(
    ({ path, problem }) => `${path.split("/").slice(-2).join("/")} ${problem}`,
  );
};

it("accepts a catalog with every language complete", () => {
  expect(check()).toEqual([]);
});

it("rejects a code without a sentence in one language", () => {
  const { "token.not_found": _removed, ...rest } = texts;
  expect(check({ [locale("zh_CN")]: JSON.stringify(rest) })).toEqual([
    'zh_CN/errors.json lacks "token.not_found"',
  ]);
});

it("rejects a translation of something that is no code", () => {
  expect(check({ [locale("ja_JP")]: JSON.stringify({ ...texts, "old.code": "x" }) })).toEqual([
    'ja_JP/errors.json translates "old.code", which is no code',
  ]);
});

it("rejects a placeholder that the server never fills", () => {
  expect(check({ [locale("ja_JP")]: JSON.stringify({ ...texts, "token.not_found": "{{name}}" }) })).toEqual([
    'ja_JP/errors.json "token.not_found" asks for {{name}}, which the catalog\'s sentence does not have',
  ]);
});

it("rejects a missing file", () => {
  using tree = plantTree({
    "contract/src/error-codes.ts": catalog,
    [locale("en_US")]: JSON.stringify(texts),
  });
  expect(checkErrors(tree.root)).toHaveLength(2);
});

it("rejects a thrown or compared code that is not in the catalog", () => {
  const problems = check({
    "server/src/control/tokens/service.ts":
      'throw new AppError("token.gone");\nthrow new AppError("token.not_found");\nif (error.code === "token.lost") retry();\n',
    "server/src/control/tokens/tokens.test.ts": 'new AppError("made.up");\n',
  });
  expect(problems).toEqual([
    'tokens/service.ts names the code "token.gone"',
    'tokens/service.ts names the code "token.lost"',
  ]);
});

it("reports an entry that does not consist of literals", () => {
  const broken = catalog.replace('"This token does not exist."', "sentence");
  expect(check({ "contract/src/error-codes.ts": broken })).toEqual([
    "src/error-codes.ts only 1 of 2 entries read as { status, message } of literals",
  ]);
});

import { languages } from "../../read-locales.ts";
import { addJsonKey } from "../edit-json.ts";
import { addEntry, addImport, addLines } from "../edit-source.ts";
import { type Names, namesOf, rejectDigits, singularOf } from "../names.ts";
import type { Plan } from "../plan.ts";
import { fillTemplate } from "../template.ts";
import { goldenSql, listMigration, nextMigration } from "./migration.ts";
import { registerScreen } from "./screen.ts";

type Edits = Plan["edits"];

/** A list that administrators create and delete rows of: contract, table, service, and screen. */
export function planFeature(names: Names, root: string): Plan {
  rejectDigits(names.kebab);
  const one = namesOf(singularOf(names.kebab));
  const number = nextMigration(root);
  const values = {
    ...names,
    lowerTitle: names.title.toLowerCase(),
    number,
    oneKebab: one.kebab,
    oneCamel: one.camel,
    onePascal: one.pascal,
    oneSnake: one.snake,
  };
  return {
    files: fillTemplate("feature", "", values),
    edits: [
      ...listInContract(names, one),
      ...describeErrors(one),
      ...listInStorage(names, number),
      ...registerRoutes(names, one),
      ...describeAudit(one),
      ...extendTests(names, one),
      ...registerScreen(names),
    ],
    documents: [
      { program: ["scripts/print-api-errors.ts"], writes: "docs/operate/api-errors.md" },
      goldenSql,
    ],
    next: [
      `contract/src/${names.kebab}.ts and server/src/storage/migrations/${number}-${names.kebab}.ts: the fields of a row (now name and remark)`,
      `server/src/control/${names.kebab}/service.ts: what happens; a policy.ts beside it where not everyone may`,
      `console/src/screens/${names.kebab}/: columns, form, icon and place in the menu`,
      `the noun in Chinese and Japanese: the screen's locales, shell.json, errors.json, audit-entries`,
    ],
  };
}

function listInContract({ camel, kebab, title }: Names, one: Names): Edits {
  const file = "contract/src/all-endpoints.ts";
  const examples = "contract/src/examples/all-examples.ts";
  return [
    [file, addImport(`import * as ${camel} from "./${kebab}.ts";`)],
    [
      file,
      addEntry({
        list: "export const topics = {",
        entry: `${camel}: { endpoints: ${camel}, description: "${title}." }`,
        place: "sorted",
      }),
    ],
    [examples, addImport(`import { ${one.camel}Examples } from "./${one.kebab}-examples.ts";`)],
    [
      examples,
      addEntry({
        list: "export const examples: Readonly<Record<string, unknown>> = {",
        entry: `...${one.camel}Examples`,
      }),
    ],
  ];
}

/** Two error codes: a taken name, and a missing row. */
function describeErrors(one: Names): Edits {
  const noun = one.title.toLowerCase();
  const sentences: Record<string, [exists: string, missing: string]> = {
    en_US: [`There is already ${withArticle(noun)} {{name}}.`, `This ${noun} does not exist.`],
    zh_CN: [`${noun} {{name}} 已存在。`, `该 ${noun} 不存在。`],
    ja_JP: [`${noun} {{name}} はすでにあります。`, `この ${noun} は存在しません。`],
  };
  const catalog = "contract/src/error-codes.ts";
  const list = "export const errorCodes = {";
  const entryOf = (code: string, status: number, sentence: string) =>
    `"${one.snake}.${code}": { status: ${status}, message: "${sentence.replaceAll(/\{\{|\}\}/g, (braces) => braces.charAt(0))}" }`;
  const [exists = "", missing = ""] = sentences["en_US"] ?? [];
  return [
    [catalog, addEntry({ list, entry: entryOf("not_found", 404, missing) })],
    [catalog, addEntry({ list, entry: entryOf("exists", 409, exists) })],
    ...languages.flatMap((language): Edits => {
      const file = `console/src/lib/i18n/locales/${language}/errors.json`;
      const [taken, gone] = sentences[language] ?? [];
      return [
        [file, addJsonKey([], `${one.snake}.not_found`, gone)],
        [file, addJsonKey([], `${one.snake}.exists`, taken)],
      ];
    }),
  ];
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

function listInStorage({ camel, kebab, pascal, snake }: Names, number: string): Edits {
  const tables = "server/src/storage/tables/index.ts";
  return [
    [tables, addImport(`import type { ${pascal}Table } from "./${kebab}.ts";`)],
    [
      tables,
      addEntry({ list: "export interface Tables {", entry: `${snake}: ${pascal}Table`, place: "sorted" }),
    ],
    ...listMigration(camel, `${number}-${kebab}`),
  ];
}

function registerRoutes({ kebab }: Names, { pascal }: Names): Edits {
  const file = "server/src/register-control.ts";
  return [
    [file, addImport(`import { register${pascal}Routes } from "./control/${kebab}/routes.ts";`)],
    [file, addImport(`import { create${pascal}Service } from "./control/${kebab}/service.ts";`)],
    [
      file,
      addLines(
        { before: "registerApiDocument(" },
        `  register${pascal}Routes(register, create${pascal}Service(shared));`,
      ),
    ],
  ];
}

/** Audit log texts of the two actions and the thing, and the filter. */
function describeAudit(one: Names): Edits {
  const noun = one.title.toLowerCase();
  const a = withArticle(noun);
  const texts: Record<string, [action: Record<string, string>, target: string]> = {
    en_US: [{ create: `Added ${a}`, delete: `Deleted ${a}` }, one.title],
    zh_CN: [{ create: `新建 ${noun}`, delete: `删除 ${noun}` }, one.title],
    ja_JP: [{ create: `${noun} を追加`, delete: `${noun} を削除` }, one.title],
  };
  return [
    ["contract/src/audit.ts", addEntry({ list: "export const auditTargets = [", entry: `"${one.snake}"` })],
    ...languages.flatMap((language): Edits => {
      const file = `console/src/widgets/audit-entries/locales/${language}.json`;
      const [action, target] = texts[language] ?? [];
      return [
        [file, addJsonKey(["action"], one.snake, action)],
        [file, addJsonKey(["target"], one.snake, target)],
      ];
    }),
  ];
}

/** Who may call it, and that each change has its audit entry: tests that multiply over every call. */
function extendTests({ camel }: Names, one: Names): Edits {
  const address = `/api/${one.snake}/`;
  const matrix = "server/test/control/role-matrix.test.ts";
  const golden = "server/test/golden-sql/collect-golden.ts";
  const trail = "server/test/control/audit-trail.test.ts";
  const rows = [`"GET ${address}"`, `"POST ${address}"`, `"DELETE ${address}:id"`];
  const create = `{ call: "POST ${address}", action: "${one.snake}.create", run: () => root.post("${address}", { name: "Audited" }) }`;
  const remove = `{ call: "DELETE ${address}:id", action: "${one.snake}.delete", run: async () => {
    const { data } = await root.post<{ id: number }>("${address}", { name: "Short-lived" });
    return root.delete(\`${address}\${data.id}\`);
  } }`;
  const together = `"${withArticle(one.title.toLowerCase())} is created": () => ["POST", "${address}", { name: "New" }]`;
  return [
    [golden, addImport(`import { ${one.camel}Cases } from "./${one.kebab}-cases.ts";`)],
    [
      golden,
      addEntry({
        list: "export const repositoryCases: Record<string, Cases> = {",
        entry: `...${one.camel}Cases`,
      }),
    ],
    ...rows.map((row): Edits[number] => [
      matrix,
      addEntry({
        list: "const expectations: Record<string, Expectation> = {",
        entry: `${row}: { access: "admin" }`,
      }),
    ]),
    [trail, addEntry({ list: "const audited: Audited[] = [", entry: create })],
    [trail, addEntry({ list: "const audited: Audited[] = [", entry: remove })],
    [trail, addEntry({ list: "const topics = [", entry: `"${camel}"` })],
    [
      "server/test/control/audit-together.test.ts",
      addEntry({ list: "const changes: Record<string, (rows: Rows) => Call> = {", entry: together }),
    ],
    [
      "server/test/control/security-idor.test.ts",
      addEntry({
        list: "const objects: [beginning: RegExp, kind: Kind][] = [",
        entry: `[/^\\/api\\/${one.snake}\\//, "shared"]`,
      }),
    ],
    [
      "server/test/control/security-planted-fields.test.ts",
      addLines(
        { before: 'step("POST /api/user/reset/check"' },
        `step("POST ${address}", boss, () => ({ name: "Planted", remark: "" }));`,
      ),
    ],
  ];
}

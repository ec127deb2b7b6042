import { describe, expect, it } from "vitest";
import { checkRegistries, fileKinds, findItems } from "./check-registries.ts";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

const check = (files: Record<string, string>) => {
  using tree = plantTree(files);
  return checkRegistries(tree.root).map(({ path, problem }) => `${path.split("/").at(-1)} ${problem}`);
};

describe("every kind", () => {
  it.each(fileKinds.map((kind) => [kind.registry, kind] as const))(
    "of %s has items in the repository",
    (_, kind) => {
      const items = findItems(repositoryRoot, kind);
      expect(items.length).toBeGreaterThan(3);
      expect(items.filter(({ listed }) => !listed)).toEqual([]);
    },
  );
});

describe("jobs", () => {
  const job = { "server/src/jobs/sweep.ts": "export function sweep(): Job {\n  return job;\n}\n" };
  const list = "server/src/jobs/start-jobs.ts";

  it("rejects a job that is not started", () => {
    const others = { "server/src/jobs/scheduler.ts": "export function start(jobs: Job[]): Scheduler {}\n" };
    expect(check({ ...job, ...others, [list]: "" })).toEqual([`sweep.ts is not in the list of ${list}`]);
    const started = 'import { sweep } from "./sweep.ts";\nconst jobs = [sweep()];\n';
    expect(check({ ...job, ...others, [list]: started })).toEqual([]);
  });

  it("rejects a job that is imported and left out", () => {
    const imported = 'import { sweep } from "./sweep.ts";\nconst jobs = [];\n';
    expect(check({ ...job, [list]: imported })).toEqual([`sweep.ts is not in the list of ${list}`]);
    expect(check({ ...job, [list]: '// import { sweep } from "./sweep.ts"; sweep()\n' })).toHaveLength(1);
  });
});

describe("tables and topics of the contract", () => {
  it("rejects a table that is not in the list of types", () => {
    const folder = "server/src/storage/tables";
    const table = { [`${folder}/coins.ts`]: "export interface CoinsTable {}\n" };
    const list =
      'import type { CoinsTable } from "./coins.ts";\nexport interface Tables { coins: CoinsTable }\n';
    expect(check({ ...table, [`${folder}/index.ts`]: "" })).toEqual([
      `coins.ts is not in the list of ${folder}/index.ts`,
    ]);
    expect(check({ ...table, [`${folder}/index.ts`]: list })).toEqual([]);
  });

  it("rejects endpoints of a file that the list of endpoints does not have", () => {
    const list = "contract/src/all-endpoints.ts";
    const files = {
      "contract/src/coins.ts": 'export const getCoins = defineEndpoint({ method: "GET" });\n',
      "contract/src/endpoint.ts": "export function defineEndpoint(spec) {}\n",
    };
    expect(check({ ...files, [list]: "const topics = {};\n" })).toEqual([
      `coins.ts is not in the list of ${list}`,
    ]);
    const listed = 'import * as coins from "./coins.ts";\nconst topics = { coins };\n';
    expect(check({ ...files, [list]: listed })).toEqual([]);
  });
});

describe("migrations", () => {
  const folder = "server/src/storage/migrations";
  const migration = (name: string, inside = name) => ({
    [`${folder}/${name}.ts`]: `export const m: Migration = { name: "${inside}" };\n`,
  });
  const two = { ...migration("0001-accounts"), ...migration("0002-coins") };
  const index = (...names: string[]) => ({
    [`${folder}/index.ts`]: `import { accounts } from "./0001-accounts.ts";\nimport { coins } from "./0002-coins.ts";\nimport { more } from "./0004-more.ts";\nexport const migrations: Migration[] = [${names.join(", ")}];\n`,
  });

  it("rejects one that is not in the list, or in the wrong place of it", () => {
    expect(check({ ...two, ...index("accounts", "coins") })).toEqual([]);
    expect(check({ ...two, ...index("accounts") })).toEqual([
      `0002-coins.ts is not in the list of ${folder}/index.ts`,
    ]);
    expect(check({ ...two, ...index("coins", "accounts") })).toEqual([
      "0001-accounts.ts is in the wrong place of the list",
      "0002-coins.ts is in the wrong place of the list",
    ]);
  });

  it("rejects a gap in the numbers, and a name that is not the file's", () => {
    const gap = { ...two, ...migration("0004-more"), ...index("accounts", "coins", "more") };
    expect(check(gap)).toEqual(["0004-more.ts should have the number 0003"]);
    expect(check({ ...migration("0001-accounts", "0001-users"), ...index("accounts") })).toEqual([
      "0001-accounts.ts has another name inside",
    ]);
  });
});

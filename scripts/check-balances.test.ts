import { expect, it } from "vitest";
import { checkBalances } from "./check-balances.ts";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

const check = (source: string, file = "server/src/storage/repositories/token-repository.ts") => {
  using tree = plantTree({ [file]: source });
  return checkBalances(tree.root).map(({ line, problem }) => `${line} ${problem}`);
};

it("finds nothing in the repository", () => {
  expect(checkBalances(repositoryRoot)).toEqual([]);
});

it.each([
  "ledger_entries",
  "leases",
  "budget_leases",
  "processes",
  "usage_hourly",
  "usage_hourly_outcomes",
  "usage_hourly_tokens",
  "uncollected_daily",
])("rejects statements that write %s", (table) => {
  const said = `writes ${table}: put the statement into server/src/ledger/store and call the ledger`;
  for (const statement of [
    `queries.insertInto("${table}").values(row);`,
    `queries.updateTable("${table} as own").set(row);`,
    `queries.deleteFrom(\n  "${table}");`,
    `sql\`delete from ${table} where \${id}\`;`,
    `db.prepare("INSERT INTO ${table} values (?)");`,
    `db.prepare(\`update "${table}" set amount = 0\`);`,
  ])
    expect(check(statement, "server/src/jobs/prune-logs.ts"), statement).toEqual([`1 ${said}`]);
  expect(check(`queries.selectFrom("${table}").selectAll();\n// insert into ${table}\n`)).toEqual([]);
});

it.each([
  ["users", "quota", "credit or debit"],
  ["users", "used_quota", "credit or debit"],
  ["users", "uncollected", "credit or debit"],
  ["users", "budget_used", "setBudget"],
  ["tokens", "remain_quota", "setTokenQuota"],
  ["tokens", "budget_quota", "setBudget"],
  ["tokens", "used_quota", "setTokenQuota"],
  ["channels", "used_quota", "settle"],
])("rejects updates of %s.%s in every form", (table, column, instead) => {
  const said = `updates ${table}.${column}: call ${instead} of the ledger instead`;
  for (const statement of [
    `queries.updateTable("${table}").set({ status: 1, ${column}: 5 }).where("id", "=", 1);`,
    `queries.updateTable("${table}")\n.set((eb) => ({ ${column}: eb("${column}", "+", 1) }));`,
    `queries.updateTable("${table}").set("${column}", 5).execute();`,
    `queries.updateTable("${table}").where("id", "=", 1).set({ "${column}": 5 });`,
    `sql\`update ${table} set status = 1, ${column} = ${column} - 1 where id = 1\`;`,
    `db.prepare('update "${table}" set "${column}" = 1');`,
  ])
    expect(check(statement, "server/src/demo/prepare-demo.ts"), statement).toEqual([`1 ${said}`]);
  const named = `const change = { ${column}: 1 };\nawait queries.updateTable("${table}").set(change).execute();\n`;
  expect(check(named, "server/src/control/tokens/service.ts")).toEqual([`2 ${said}`]);
});

it("accepts reading and comparing a balance, and updates of other columns", () => {
  for (const statement of [
    'queries.updateTable("users").set({ status: 1 }).where("quota", ">=", 5).execute();',
    'queries.updateTable("tokens").set({ expired_time: 1 }).execute();\nconst shown = { remain_quota: 1 };',
    'queries.selectFrom("users").select(["quota", "used_quota"]);',
    "sql`update users set status = 1 where quota = 0`;",
  ])
    expect(check(statement), statement).toEqual([]);
});

it("accepts users inserted at zero by their repository only", () => {
  const insert = 'queries.insertInto("users").values(row);';
  expect(check(insert, "server/src/storage/repositories/user-repository.ts")).toEqual([]);
  expect(check(insert, "server/src/control/seed.ts")).toEqual([
    "1 inserts users: call insert of user-repository.ts, and credit of the ledger for a balance",
  ]);
});

it("leaves the ledger and migrations alone", () => {
  const statement = 'queries.updateTable("users").set({ quota: 1 });';
  for (const file of ["server/src/ledger/sql-ledger.ts", "server/src/storage/migrations/0003-money.ts"])
    expect(check(statement, file)).toEqual([]);
});

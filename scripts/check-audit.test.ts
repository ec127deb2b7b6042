import { expect, it } from "vitest";
import { checkAudit } from "./check-audit.ts";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

const check = (source: string, file = "server/src/control/groups/service.ts") => {
  using tree = plantTree({ [file]: source });
  return checkAudit(tree.root).map(({ line, problem }) => `${line} ${problem}`);
};

it("finds nothing in the repository", () => {
  expect(checkAudit(repositoryRoot)).toEqual([]);
});

it("accepts an entry in the transaction of its change, in any form", () => {
  const changes = [
    "await database.transaction(async (queries) => {\n  await rows(queries).update(1);\n  await audit.record(queries, actor, event);\n});\n",
    "database.transaction((queries) => write(queries).then(() => audit.record(queries, actor, event)));\n",
  ];
  for (const change of changes) expect(check(change)).toEqual([]);
});

it("rejects a transaction that is opened for the entry alone, after its change", () => {
  const late =
    "await groups.update(1);\nawait database.transaction((queries) => audit.record(queries, actor, event));\n";
  expect(check(late)).toEqual(["2 opens a transaction for an entry alone"]);
  const block =
    "await database.transaction(async (inside) => {\n  await deps.audit.record(inside, actor, { action: `a.${name}` });\n});\n";
  expect(check(block)).toEqual(["1 opens a transaction for an entry alone"]);
});

it("rejects an entry without a transaction in a file that is not listed for it", () => {
  const source = "await groups.update(1);\nawait audit.recordAlone(actor, event);\n";
  expect(check(source)).toEqual(["2 writes an entry alone without being listed"]);
  expect(check(source, "server/src/control/mail/service.ts")).toEqual([]);
  expect(check("// audit.recordAlone(actor, event)\n")).toEqual([]);
});

it("rejects entries that bypass the audit", () => {
  expect(check('await insertAuditEntries(queries, entry);\nqueries.insertInto("audit_entries");\n')).toEqual([
    "1 writes an entry past control/audit.ts",
    "2 writes audit_entries",
  ]);
  expect(check('queries.deleteFrom("audit_entries");\n', "server/src/jobs/prune-logs.ts")).toHaveLength(1);
});

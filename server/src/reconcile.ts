import type { BookDifference, Reconciliation } from "@tollgate/contract/reconciliation";
import { ConfigError } from "./config.ts";
import { findExistingDatabase, rejectOldSchema } from "./existing-database.ts";
import { reconcile } from "./ledger/reconcile/reconcile.ts";
import { rejectNpmOptions } from "./npm-options.ts";
import { type DatabaseLocation, openReads } from "./storage/database.ts";

/** `npm run reconcile`: exit code 0 without ledger differences, 1 with differences, 2 if the check failed. */
async function run(args: readonly string[]): Promise<number> {
  rejectNpmOptions(process.env, ["--demo"]);
  const unknown = args.find((arg) => arg !== "--json" && arg !== "--demo");
  if (unknown !== undefined) throw new ConfigError(`${unknown}: the options are --json and --demo.`);
  const result = await check(findExistingDatabase(process.env, args.includes("--demo")));
  process.stdout.write(args.includes("--json") ? `${JSON.stringify(result, null, 2)}\n` : describe(result));
  return result.differences.length === 0 ? 0 : 1;
}

async function check(location: DatabaseLocation): Promise<Reconciliation> {
  const { reads, close } = openReads(location);
  try {
    await rejectOldSchema(reads);
    return await reconcile(reads, () => Math.floor(Date.now() / 1000));
  } finally {
    await close();
  }
}

function describe({ users, orders, milliseconds, differences, more }: Reconciliation): string {
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  if (differences.length === 0)
    return `No ledger differences: ${users} users, ${orders} orders, ${seconds}.\n`;
  const count = `${differences.length}${more ? " or more" : ""} ${differences.length === 1 ? "difference" : "differences"}`;
  const heading = `Ledger differences: ${count} among ${users} users and ${orders} orders, ${seconds}.`;
  return `${heading}\n\n${layOut(differences)}\ndocs/operate/reconciliation.md explains each check. Nothing was changed.\n`;
}

/** Columns as wide as their longest text; numbers right-aligned. */
function layOut(differences: readonly BookDifference[]): string {
  const rows = [
    ["CHECK", "WHERE", "EXPECTED", "ACTUAL", "DIFFERENCE"],
    ...differences.map(({ check: name, subject, id, expected, actual }) => [
      name,
      `${subject} ${id}`.trim(),
      String(expected),
      String(actual),
      String(actual - expected),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (text: string, column: number): string =>
    column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `The ledger could not be checked. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}

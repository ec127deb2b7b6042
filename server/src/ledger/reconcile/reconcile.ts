import type { Reconciliation } from "@tollgate/contract/reconciliation";
import { type DatabaseLocation, openReads, type Queries } from "../../storage/database.ts";
import { mostDifferences } from "./ledger-check.ts";
import { creditChecks } from "./credit-checks.ts";
import { orderChecks } from "./order-checks.ts";
import { taskChecks } from "./task-checks.ts";
import { tokenChecks } from "./token-checks.ts";
import { userChecks } from "./user-checks.ts";

/**
 * Compares every sum of the ledger that two records prove (docs/operate/reconciliation.md). Reads only, one statement
 * after the other; repairs nothing.
 * @param now epoch seconds
 */
export async function reconcile(reads: Queries, now: () => number): Promise<Reconciliation> {
  const checked_at = now();
  const startedAt = performance.now();
  const found: Reconciliation["differences"] = [];
  let more = false;
  for (const find of [...userChecks, ...tokenChecks, ...orderChecks, ...creditChecks, ...taskChecks]) {
    const differences = await find(reads);
    more ||= differences.length > mostDifferences;
    found.push(...differences.slice(0, mostDifferences));
  }
  const count = async (table: "users" | "orders"): Promise<number> =>
    (
      await reads
        .selectFrom(table)
        .select((b) => b.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count;
  const [users, orders] = [await count("users"), await count("orders")];
  const milliseconds = Math.round(performance.now() - startedAt);
  return { checked_at, milliseconds, users, orders, differences: found, more };
}

/** The same on its own connections, so that neither the event loop nor other reads wait. */
export async function reconcileAt(
  location: DatabaseLocation,
  now: () => number,
  onError: (error: Error) => void,
): Promise<Reconciliation> {
  const { reads, close } = openReads(location, onError);
  try {
    return await reconcile(reads, now);
  } finally {
    await close();
  }
}

import { vi } from "vitest";
import type { Database } from "../../src/storage/database.ts";

/**
 * Runs `act` once, right before the next transaction: a request has read and verified what it needs, and another change is
 * committed before it writes. Returns the spy; undone by `vi.restoreAllMocks()`.
 */
export function beforeTransaction(database: Database, act: () => Promise<unknown>) {
  const transaction = database.transaction.bind(database);
  return vi.spyOn(database, "transaction").mockImplementationOnce(async (work) => {
    await act();
    return transaction(work);
  });
}

import type { ReconciliationService } from "../control/reconciliation/service.ts";
import type { Job } from "./job.ts";

const everySeconds = 86_400;

/** Checks that balances, usage, orders and the ledger agree. */
export function reconcileLedger(reconciliation: ReconciliationService): Job {
  return {
    name: "reconcile-books",
    interval: () => everySeconds,
    async run() {
      const { differences } = await reconciliation.checkAndAlarm();
      // For the log, which is read where no mail server is set up.
      if (differences.length > 0)
        throw new Error(`ledger differences: ${differences.length}. Run: npm run reconcile`);
    },
  };
}

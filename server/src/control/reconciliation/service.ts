import { type Reconciliation, reconciliation } from "@tollgate/contract/reconciliation";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { Database } from "../../storage/database.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { NoticeService } from "../notices/service.ts";

/** Reconciles the ledger, stores the last result, and reports differences. Repairs nothing. */
export interface ReconciliationService {
  /** The last result of any process; `checked_at` is 0 before the first. */
  last(): Promise<Reconciliation>;
  /** Checks now. While another process checks, the last result is returned. */
  check(): Promise<Reconciliation>;
  /** The same, and notifies administrators of differences. */
  checkAndAlarm(): Promise<Reconciliation>;
}

export interface ReconciliationDependencies {
  database: Database;
  notices: Pick<NoticeService, "notify">;
  clock: Clock;
  /** Reads the ledger and compares it; takes seconds where there are many users. */
  checkLedger: () => Promise<Reconciliation>;
}

/** The row of `job_runs` with the last result; the nightly job has its own row. */
const name = "reconciliation";
/** How long to wait for a process that died during a check. */
const longestSeconds = 3600;
/** Differences that a notice lists. */
const listed = 10;

const never: Reconciliation = {
  checked_at: 0,
  milliseconds: 0,
  users: 0,
  orders: 0,
  differences: [],
  more: false,
};

export function createReconciliationService(deps: ReconciliationDependencies): ReconciliationService {
  const { clock } = deps;
  const runs = createJobRunRepository(deps.database.queries);

  const readStored = async (): Promise<string> => (await runs.find(name))?.progress ?? "";

  async function check(): Promise<Reconciliation> {
    const holder = randomText(16);
    const before = await readStored();
    const now = clock.now();
    if (!(await runs.hold(name, { holder, now, until: now + longestSeconds, progress: before })))
      return parse(before);
    let after = before;
    try {
      const result = await deps.checkLedger();
      after = JSON.stringify(result);
      return result;
    } finally {
      await runs.release(name, holder, after);
    }
  }

  return {
    last: async () => parse(await readStored()),
    check,
    async checkAndAlarm() {
      const result = await check();
      const { differences, more, checked_at: time } = result;
      if (differences.length === 0) return result;
      const lines = differences
        .slice(0, listed)
        .map(({ check: rule, subject, id, expected, actual }) =>
          `${rule} ${subject} ${id}`.trim().concat(`: ${expected} ≠ ${actual}`),
        )
        .join("; ");
      const count = `${differences.length}${more ? "+" : ""}`;
      const content = { kind: "books_differ", count, lines, time } as const;
      await deps.notices.notify({ content, subject: name, label: "" });
      return result;
    },
  };
}

/** A result that another version stored in another shape counts as none. */
function parse(text: string): Reconciliation {
  if (text === "") return never;
  const stored = reconciliation.safeParse(JSON.parse(text));
  return stored.success ? stored.data : never;
}

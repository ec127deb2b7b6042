import type { OrderProblem } from "@tollgate/contract/orders";

/**
 * The content of a notice to administrators, independent of language. Times in epoch seconds, amounts as they are
 * shown. Names and reasons come from outside: code that writes them into markup escapes them.
 */
export type NoticeContent =
  /** `model` and `status` are the call that was rejected; empty and 0 where there was none. */
  | {
      kind: "channel_disabled";
      id: number;
      name: string;
      reason: string;
      model: string;
      status: number;
      time: number;
    }
  | { kind: "channel_enabled"; id: number; name: string; model: string; time: number }
  | {
      kind: "test_summary";
      passed: number;
      failed: number;
      skipped: number;
      disabled: number;
      enabled: number;
      time: number;
    }
  | { kind: "balance_low"; id: number; name: string; balance: string; threshold: string; time: number }
  | { kind: "models_gone"; id: number; name: string; models: string; time: number }
  /** `lines`: the first differences. `count` ends with "+" where there are more. */
  | { kind: "books_differ"; count: string; lines: string; time: number }
  /** `order` is its number, `amount` the disputed or rejected amount. */
  | { kind: "payment_problem"; order: string; problem: PaymentProblem; amount: string; time: number }
  /** `name` is that of the notice channel; empty: the mail queue. */
  | { kind: "queue_stuck"; name: string; waiting: number; since: number; reason: string; time: number }
  | { kind: "new_version"; version: string; current: string; address: string; time: number };

export type PaymentProblem = OrderProblem | "refund_refused" | "refund_returned";

/** Checks of the books and monthly statements. */
const difference = {
  check: "user_balance",
  subject: "user",
  id: "12",
  expected: 4_850_000,
  actual: 4_850_512,
};

const usage = { request_count: 312, quota: 150_000, prompt_tokens: 96_000, completion_tokens: 21_000 };
const change = { kind: "topup", amount: 5_000_000, count: 1 };
const entry = { created_at: 1_769_904_090, kind: "topup", amount: 5_000_000, remark: "Top-up of $10" };

export const bookExamples = {
  BookDifference: difference,
  Reconciliation: {
    checked_at: 1_769_904_000,
    milliseconds: 840,
    users: 1200,
    orders: 340,
    differences: [difference],
    more: false,
  },
  Statement: {
    user_id: 12,
    username: "ada",
    display_name: "Ada Lovelace",
    month: "2026-02",
    first_month: "2026-01",
    from: 1_769_904_000,
    until: 1_772_323_200,
    complete: true,
    opening: 0,
    changes: [change],
    entries: [entry],
    more_entries: false,
    usage: [{ model_name: "gpt-5", ...usage }],
    used: 150_000,
    closing: 4_850_000,
    uncollected: 0,
  },
  StatementChange: change,
  StatementEntry: entry,
  StatementUsage: { model_name: "gpt-5", ...usage },
  Invoice: { date: "2026-02-01", ...usage, request_time: 412_000 },
  InvoiceDetail: { date: "2026-02-01", model_name: "gpt-5", ...usage, request_time: 412_000 },
} as const;

/** Events that administrators can receive, in the form's order. */
export const noticeEvents = [
  "channel_disabled",
  "channel_enabled",
  "test_summary",
  "balance_low",
  "models_gone",
  "books_differ",
  "payment_problem",
  "queue_stuck",
  "new_version",
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** Routine events: off by default in a new channel, and not mailed while there is no channel. */
export const routineNoticeEvents: readonly NoticeEvent[] = ["channel_enabled", "test_summary"];

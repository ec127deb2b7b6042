/** What administrators can be told, in the order of the form. */
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

/** Events of routine: a new channel does not begin with them, and they are not mailed while there is no channel. */
export const routineNoticeEvents: readonly NoticeEvent[] = ["channel_enabled", "test_summary"];

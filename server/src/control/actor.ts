/** The caller, for rules and for the audit log. */
export interface Actor {
  id: number;
  username: string;
  role: number;
  /** Symbol of the user's group. */
  group: string;
  ip: string;
  /**
   * What admitted the request, by its hash in the database; undefined for callers without one: jobs, the Telegram bot.
   */
  admittedBy?: { kind: "session" | "access_token"; hash: string };
}

/** The server itself: jobs and automatic switches. It has no role, so no rule admits it by accident. */
export const systemActor: Actor = { id: 0, username: "system", role: 0, group: "", ip: "" };

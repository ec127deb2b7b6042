/** The caller, for rules and for the audit log. */
export interface Actor {
  id: number;
  username: string;
  role: number;
  /** Symbol of the user's group. */
  group: string;
  ip: string;
}

/** The server itself: jobs and automatic switches. It has no role, so no rule admits it by accident. */
export const systemActor: Actor = { id: 0, username: "system", role: 0, group: "", ip: "" };

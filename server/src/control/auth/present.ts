import type { SessionEntry } from "@tollgate/contract/sessions";
import type { User } from "@tollgate/contract/users";
import type { SessionRow } from "../../storage/repositories/session-repository.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import { presentUser } from "../present-user.ts";
import { describeBrowser } from "./describe-browser.ts";

/** The signed-in user as sent to the browser; without the password hash. */
export function presentSignedIn(row: UserRow, balance: number): User {
  return presentUser(row, balance);
}

/** One session of a list, without the cookie's hash. */
export function presentSession(row: SessionRow, known: { name: string; current: boolean }): SessionEntry {
  return {
    id: known.name,
    ...describeBrowser(row.user_agent),
    source_ip: row.source_ip,
    method: row.method,
    created_time: row.created_time,
    last_seen_time: row.last_seen_time,
    current: known.current,
  };
}

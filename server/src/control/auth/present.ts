import type { SessionEntry } from "@tollgate/contract/sessions";
import type { User } from "@tollgate/contract/users";
import type { SessionRow } from "../../storage/repositories/session-repository.ts";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import { presentUser } from "../present-user.ts";
import { describeBrowser } from "./describe-browser.ts";

/** What a browser learns of the user who just signed in; the password hash stays behind. */
export function presentSignedIn(row: UserRow, balance: number): User {
  return presentUser(row, balance);
}

/** One session of a list; the cookie's hash stays behind. */
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

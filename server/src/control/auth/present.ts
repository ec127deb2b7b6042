import type { User } from "@tollgate/contract/users";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import { presentUser } from "../present-user.ts";

/** What a browser learns of the user who just signed in; the password hash stays behind. */
export function presentSignedIn(row: UserRow, balance: number): User {
  return presentUser(row, balance);
}

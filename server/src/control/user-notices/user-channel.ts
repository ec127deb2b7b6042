import type { MailLanguage } from "@tollgate/contract/mail";
import type { UserRow } from "../../storage/repositories/user-repository.ts";
import type { UserContent } from "../mail/service.ts";

/** One way to reach a user. */
export interface UserChannel {
  /** The setting by which a user chooses it. */
  choice: "by_mail" | "by_telegram";
  /** False: this user cannot be reached this way, or the server is not set up for it. */
  reaches(user: UserRow): boolean;
  /** Queues a message. */
  send(user: UserRow, content: UserContent, language: MailLanguage): Promise<void>;
}

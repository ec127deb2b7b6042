import type { Generated } from "kysely";

/** Mails that wait, and for thirty days what became of those that do not. */
export interface MailsTable {
  id: Generated<number>;
  created_time: number;
  kind: string;
  recipient: string;
  language: string;
  /** What it is about, for those that must not be repeated: `channel:5`; else empty. */
  about: string;
  /** Names the row for the sealed body; random. */
  seal_ref: string;
  /** Sealed JSON: subject, text, HTML. Empty once the mail is sent or given up. */
  body_encrypted: string;
  /** `queued`, `sent`, `failed`. */
  status: string;
  attempts: number;
  /** Nobody tries before this; a try under way has moved it. */
  next_time: number;
  /** What it says is worth nothing any more after this; 0: never. */
  expires_time: number;
  sent_time: number;
  last_error: string;
}

import type { Generated } from "kysely";

/** Waiting mails, and for thirty days the status of the others. */
export interface MailsTable {
  id: Generated<number>;
  created_time: number;
  kind: string;
  recipient: string;
  language: string;
  /** Its subject, for mails that must not be repeated: `channel:5`; else empty. */
  about: string;
  /** Identifies the row for the sealed body; random. */
  seal_ref: string;
  /** Sealed JSON: subject, text, HTML. Empty once the mail is sent or given up. */
  body_encrypted: string;
  /** `queued`, `sent`, `failed`. */
  status: string;
  attempts: number;
  /** No attempt before this; a running attempt has moved it. */
  next_time: number;
  /** Expiry of its content; 0: never. */
  expires_time: number;
  sent_time: number;
  last_error: string;
}

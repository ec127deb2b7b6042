import { type Mail, mailKinds, mailLanguages, mailStatuses } from "@tollgate/contract/mail";
import type { MailRow } from "../../storage/repositories/mail-repository.ts";

/** A mail as root sees it: its status, never its content. */
export function presentMail(row: MailRow): Mail {
  return {
    id: row.id,
    created_time: row.created_time,
    kind: oneOf(mailKinds, row.kind),
    recipient: row.recipient,
    language: oneOf(mailLanguages, row.language),
    status: oneOf(mailStatuses, row.status),
    attempts: row.attempts,
    next_time: row.status === "queued" ? row.next_time : 0,
    sent_time: row.sent_time,
    last_error: row.last_error,
  };
}

function oneOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`a stored mail contains the unknown value ${word}`);
  return found;
}

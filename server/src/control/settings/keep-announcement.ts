import type { TransactionQueries } from "../../storage/database.ts";
import { createAnnouncementRepository } from "../../storage/repositories/announcement-repository.ts";
import { noticeHash } from "../notice-hash.ts";

/** A text that replaces another one so soon corrects it. */
const correctionSeconds = 3600;

/** Keeps an announcement in the list of those that can be read again. @param now epoch seconds */
export async function keepAnnouncement(
  queries: TransactionQueries,
  { before, after }: { before: string; after: string },
  now: number,
): Promise<void> {
  const text = after.trim();
  const hash = noticeHash(text);
  if (hash === "" || hash === noticeHash(before)) return;
  const rows = createAnnouncementRepository(queries);
  const known = await rows.has(hash);
  if (!known && (await rows.correct({ hash, text }, noticeHash(before), now - correctionSeconds))) return;
  await rows.publish({ hash, text, published_time: now });
}

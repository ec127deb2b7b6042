import type { TransactionQueries } from "../../storage/database.ts";
import { createAnnouncementRepository } from "../../storage/repositories/announcement-repository.ts";
import { noticeHash } from "../notice-hash.ts";

/** A text that replaces another one within this time corrects it. */
const correctionSeconds = 3600;

/**
 * Adds an announcement to the history.
 * @param now epoch seconds
 */
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

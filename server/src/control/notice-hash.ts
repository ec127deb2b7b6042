import { createHash } from "node:crypto";

/** Sixteen letters that distinguish an announcement from the next; empty for none. */
export function noticeHash(notice: string): string {
  const text = notice.trim();
  return text === "" ? "" : createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

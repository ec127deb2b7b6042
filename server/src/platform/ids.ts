import { randomFillSync } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random bytes in blocks: one system call serves a few hundred ids. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] as number;
  pool[used] = 0;
  used += 1;
  return byte;
}

/** `length` characters of 0–9A–Za–z, each equally likely (5.95 bits a character). */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    const byte = randomByte();
    // 248 is the largest multiple of 62: higher bytes would favor the first letters.
    if (byte < 248) text += letters[byte % 62];
  }
  return text;
}

let secondOfStamp = -1;
let stamp = "";
let lastMillisecond = -1;
/** The timestamp with its milliseconds. */
let start = "";
let sequence = 0;

/**
 * Id of one request: UTC `yyyymmddHHMMSS`, milliseconds, a counter within the millisecond and eight random characters.
 * Ids of one process sort by creation time, so an index over them grows at its end.
 */
export function newRequestId(milliseconds: number = Date.now()): string {
  const millisecond = Math.floor(milliseconds);
  if (millisecond === lastMillisecond) sequence += 1;
  else {
    sequence = 0;
    lastMillisecond = millisecond;
    start = startOf(millisecond);
  }
  return `${start}${sequence.toString(36).padStart(3, "0")}${randomText(8)}`;
}

function startOf(millisecond: number): string {
  const second = Math.floor(millisecond / 1000);
  if (second !== secondOfStamp) {
    secondOfStamp = second;
    stamp = new Date(second * 1000).toISOString().slice(0, 19).replace(/[-T:]/g, "");
  }
  return stamp + String(millisecond - second * 1000).padStart(3, "0");
}

/** A relay key: `sk-` and 48 characters (285 bits). */
export function newTokenKey(): string {
  return `sk-${randomText(48)}`;
}

/** A console API access token: 32 characters (190 bits), the length that the family's tools expect. */
export function newAccessToken(): string {
  return randomText(32);
}

/** A password for a first start: 20 characters (119 bits). */
export function newPassword(): string {
  return randomText(20);
}

/** A redemption code: 22 characters (131 bits). */
export function newRedemptionCode(): string {
  return randomText(22);
}

/** Code of an invitation link: 8 characters (47 bits). It names an account and grants no access. */
export function newInvitationCode(): string {
  return randomText(8);
}

/** A session id: 43 characters (256 bits). */
export function newSessionId(): string {
  return randomText(43);
}

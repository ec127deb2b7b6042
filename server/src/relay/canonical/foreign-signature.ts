import type { FormatId } from "../format-ids.ts";
import type { EncryptedReasoningBlock, Signature } from "./chat.ts";

/** Starts a signature that is stored in another dialect's field. No vendor's own base64 contains a dot. */
const mark = "tollgate.";
/** Separates the dialect from the account that created a signature. No dialect's name contains it. */
const at = "--";

/**
 * The text of a signature in a message of `dialect`: unchanged in its own dialect, otherwise prefixed with its dialect
 * and account. No upstream ever gets another one's signature, and no account another account's.
 */
export function writeSignature(signature: Signature, dialect: FormatId): string {
  if (signature.dialect === dialect) return signature.value;
  const account = signature.account === undefined ? "" : at + signature.account;
  return `${mark}${signature.dialect}${account}.${signature.value}`;
}

/** The same for a field that holds bytes: clients reject a value there that is not base64. */
export function writeSignatureBytes(signature: Signature, dialect: FormatId): string {
  const text = writeSignature(signature, dialect);
  return signature.dialect === dialect ? text : Buffer.from(text).toString("base64");
}

/**
 * The prefix in base64. Its nine bytes fill twelve letters, so the text after it does not change them. Both base64
 * alphabets give the same letters.
 */
const encodedMark = Buffer.from(mark).toString("base64");

/** Reads what either writer wrote; a text without the prefix was created by an upstream of `dialect`. */
export function readSignature(written: string, dialect: FormatId): Signature {
  const encoded = written.startsWith(encodedMark);
  const text = encoded ? Buffer.from(written, "base64").toString("utf8") : written;
  if (!text.startsWith(mark)) return { dialect, value: text };
  const dot = text.indexOf(".", mark.length);
  if (dot === -1) return { dialect, value: text };
  const [made = "", account] = text.slice(mark.length, dot).split(at);
  const signature: Signature = { dialect: made as FormatId, value: text.slice(dot + 1) };
  if (account !== undefined) signature.account = account;
  return signature;
}

/** Encrypted reasoning as a signature. */
export function signatureOf(
  reasoning: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account">,
): Signature {
  const { data: value, dialect, account } = reasoning;
  return account === undefined ? { dialect, value } : { dialect, value, account };
}

/** Restores the encrypted reasoning from its `signatureOf`. */
export function encryptedReasoningOf({ value: data, dialect, account }: Signature): EncryptedReasoningBlock {
  const type = "encrypted-reasoning";
  return account === undefined ? { type, data, dialect } : { type, data, dialect, account };
}

const markInJson = Buffer.from(`"${mark}`);
const encodedInJson = Buffer.from(`"${encodedMark}`);

/**
 * True if a request contains a signature of another dialect: its upstream would reject it, so the request is
 * translated.
 */
export function hasForeignSignature(raw: Buffer): boolean {
  return raw.includes(markInJson) || raw.includes(encodedInJson);
}

/** Longer than a dialect's name and an account, in base64 as well. */
const headMost = 100;

/** The account that created the newest signature in a request, if the signature names it. */
export function lastAccount(raw: Buffer): string | undefined {
  const start = Math.max(raw.lastIndexOf(markInJson), raw.lastIndexOf(encodedInJson)) + 1;
  if (start === 0) return undefined;
  return readSignature(raw.toString("latin1", start, start + headMost), "openai-chat").account;
}

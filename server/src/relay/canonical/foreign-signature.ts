import type { FormatId } from "../format-ids.ts";
import type { EncryptedReasoningBlock, Signature } from "./chat.ts";

/** Begins a signature that travels in another dialect's field. No vendor's own base64 has a dot in it. */
const mark = "tollgate.";
/** Stands between the dialect and the account that made a signature. No dialect's name has it in it. */
const at = "--";

/**
 * The text of a signature in a message of `dialect`: as it is where it was made, else marked with its maker, so that no
 * upstream is ever sent another one's proof (D13), and no account another account's.
 */
export function writeSignature(signature: Signature, dialect: FormatId): string {
  if (signature.dialect === dialect) return signature.value;
  const account = signature.account === undefined ? "" : at + signature.account;
  return `${mark}${signature.dialect}${account}.${signature.value}`;
}

/** The same for a field that holds bytes: clients refuse what is not base64 there. */
export function writeSignatureBytes(signature: Signature, dialect: FormatId): string {
  const text = writeSignature(signature, dialect);
  return signature.dialect === dialect ? text : Buffer.from(text).toString("base64");
}

/** The mark in base64. Its nine bytes fill twelve letters, alike in both alphabets, so that the text after it does not change them. */
const encodedMark = Buffer.from(mark).toString("base64");

/** Reads back what was written in either way; a text without the mark was made by an upstream of `dialect`. */
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

/** A thought that only its maker can read, as a signature of it. */
export function signatureOf(
  thought: Pick<EncryptedReasoningBlock, "data" | "dialect" | "account">,
): Signature {
  const { data: value, dialect, account } = thought;
  return account === undefined ? { dialect, value } : { dialect, value, account };
}

/** The thought whose `signatureOf` this is. */
export function thoughtOf({ value: data, dialect, account }: Signature): EncryptedReasoningBlock {
  const type = "encrypted-reasoning";
  return account === undefined ? { type, data, dialect } : { type, data, dialect, account };
}

const markInJson = Buffer.from(`"${mark}`);
const encodedInJson = Buffer.from(`"${encodedMark}`);

/** True if a request carries a proof of another dialect, which its upstream would refuse: then it must be translated. */
export function carriesForeignSignature(raw: Buffer): boolean {
  return raw.includes(markInJson) || raw.includes(encodedInJson);
}

/** More than a dialect's name and an account take, in base64 as well. */
const headMost = 100;

/** The account that made the newest proof that a request carries, if it says so. */
export function lastAccount(raw: Buffer): string | undefined {
  const start = Math.max(raw.lastIndexOf(markInJson), raw.lastIndexOf(encodedInJson)) + 1;
  if (start === 0) return undefined;
  return readSignature(raw.toString("latin1", start, start + headMost), "openai-chat").account;
}

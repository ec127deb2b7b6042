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

/** Reads back what `writeSignature` wrote; a text without the mark was made by an upstream of `dialect`. */
export function readSignature(text: string, dialect: FormatId): Signature {
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

/** True if a request carries a proof of another dialect, which its upstream would refuse: then it must be translated. */
export function carriesForeignSignature(raw: Buffer): boolean {
  return raw.includes(markInJson);
}

/** More than a dialect's name and an account take. */
const headMost = 100;

/** The account that made the newest proof that a request carries, if it says so. */
export function lastAccount(raw: Buffer): string | undefined {
  const start = raw.lastIndexOf(markInJson) + 1;
  if (start === 0) return undefined;
  return readSignature(raw.toString("latin1", start, start + headMost), "openai-chat").account;
}

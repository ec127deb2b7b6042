import type { FormatId } from "../format-ids.ts";
import type { Signature } from "./chat.ts";

/** Begins a signature that travels in another dialect's field. No vendor's own base64 has a dot in it. */
const mark = "tollgate.";

/**
 * The text of a signature in a message of `dialect`: as it is where it was made, else marked with its maker, so that no
 * upstream is ever sent another one's proof (D13).
 */
export function writeSignature(signature: Signature, dialect: FormatId): string {
  return signature.dialect === dialect ? signature.value : `${mark}${signature.dialect}.${signature.value}`;
}

/** Reads back what `writeSignature` wrote; a text without the mark was made by an upstream of `dialect`. */
export function readSignature(text: string, dialect: FormatId): Signature {
  if (!text.startsWith(mark)) return { dialect, value: text };
  const dot = text.indexOf(".", mark.length);
  if (dot === -1) return { dialect, value: text };
  return { dialect: text.slice(mark.length, dot) as FormatId, value: text.slice(dot + 1) };
}

const markInJson = Buffer.from(`"${mark}`);

/** True if a request carries a proof of another dialect, which its upstream would refuse: then it must be translated. */
export function carriesForeignSignature(raw: Buffer): boolean {
  return raw.includes(markInJson);
}

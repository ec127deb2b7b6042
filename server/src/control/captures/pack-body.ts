import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { SecretBox } from "../../platform/secret-box.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** A packed body never decompresses to more than this. */
const unpackedMost = 4 * 1024 * 1024;

/** Compressed and sealed: bodies are long and repetitive. The compression runs off the event loop. */
export async function sealBody(secretBox: SecretBox, text: string, context: string): Promise<string> {
  const packed = await pack(Buffer.from(text, "utf8"));
  return secretBox.seal(packed.toString("base64"), context);
}

/** @throws SecretError if the text was altered or moved to another row */
export async function openBody(secretBox: SecretBox, sealed: string, context: string): Promise<string> {
  const packed = Buffer.from(secretBox.open(sealed, context), "base64");
  return (await unpack(packed, { maxOutputLength: unpackedMost })).toString("utf8");
}

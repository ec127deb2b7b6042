import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** An RSA private key from PEM or from its base64 alone, PKCS#8 or PKCS#1; undefined: the text is none. */
export function readPrivateKey(text: string): KeyObject | undefined {
  const key = derOf(text);
  return firstRsaKey([
    () => createPrivateKey({ key, format: "der", type: "pkcs8" }),
    () => createPrivateKey({ key, format: "der", type: "pkcs1" }),
  ]);
}

/** An RSA public key from PEM or from its base64 alone, SPKI or PKCS#1; undefined: the text is none. */
export function readPublicKey(text: string): KeyObject | undefined {
  // Node would use its public half.
  if (readPrivateKey(text) !== undefined) return undefined;
  const key = derOf(text);
  return firstRsaKey([
    () => createPublicKey({ key, format: "der", type: "spki" }),
    () => createPublicKey({ key, format: "der", type: "pkcs1" }),
  ]);
}

/** Line breaks of a pasted key arrive as spaces, as `\n` in letters, or not at all. */
function derOf(text: string): Buffer {
  return Buffer.from(text.replace(/-----[A-Z ]+-----|\\n|\s/g, ""), "base64");
}

function firstRsaKey(readers: (() => KeyObject)[]): KeyObject | undefined {
  for (const read of readers) {
    try {
      const key = read();
      if (key.asymmetricKeyType === "rsa") return key;
    } catch {
      // Another encoding, or no key.
    }
  }
  return undefined;
}

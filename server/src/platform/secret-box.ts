/**
 * Secrets at rest: AES-256-GCM with a random nonce for what must be read again, HMAC-SHA256 for what is only looked up.
 * Each use has its own key, derived from one 32-byte key by HKDF. A sealed text contains the id of its key, so keys can
 * be rotated: new texts use the first key, old ones open with the key they name.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

export interface SecretBox {
  /** Seals `plain`; it opens only with the same `context` (which row and column it belongs to). */
  seal(plain: string, context: string): string;
  /** @throws SecretError if the text was altered, moved to another row, or sealed with an unknown key. */
  open(sealed: string, context: string): string;
  /** As `seal`, without the detour over text: for what is sealed with each call. */
  sealBytes(plain: Uint8Array, context: string): Buffer;
  /** The UTF-8 text that `sealBytes` sealed. @throws SecretError as `open` */
  openBytes(sealed: Uint8Array, context: string): string;
  /** Hex; the same text gives the same hash. For lookups of high-entropy secrets, never for passwords. */
  keyedHash(text: string): string;
}

/** A sealed text that cannot be opened. The message never contains the text. */
export class SecretError extends Error {
  override name = "SecretError";
}

interface Key {
  /** Hex. */
  id: string;
  /** As an object: for a buffer, each cipher finds out by caught exceptions that it is none, which takes longer than sealing. */
  cipher: KeyObject;
}

const keyBytes = 32;
const nonceBytes = 12;
const noncesAtOnce = 64;
const tagBytes = 16;
const version = "v1";
/** Sealed bytes: the version, the key's id, nonce, cipher text, tag. */
const bytesVersion = 1;
const idBytes = 4;
const nonceAt = 1 + idBytes;
const bodyAt = nonceAt + nonceBytes;

/**
 * `keys`: the current key first, then earlier ones. The lookup hash always uses the last one, so that it survives a
 * rotation.
 */
export function createSecretBox(...keys: [Buffer, ...Buffer[]]): SecretBox {
  for (const key of keys) {
    if (key.length !== keyBytes)
      throw new SecretError(`A secret key has ${keyBytes} bytes, not ${key.length}.`);
  }
  const known = keys.map(deriveKey);
  const current = known[0] as Key;
  const currentId = Buffer.from(current.id, "hex");
  // As an object: a buffer would be converted for each hash.
  const hashKey = createSecretKey(subkey(keys.at(-1) as Buffer, "lookup-hash"));
  let nonces = Buffer.alloc(0);

  /** A call for random bytes takes as long for one nonce as for 64. Each is used once. */
  function takeNonce(): Buffer {
    if (nonces.length === 0) nonces = randomBytes(nonceBytes * noncesAtOnce);
    const nonce = nonces.subarray(0, nonceBytes);
    nonces = nonces.subarray(nonceBytes);
    return nonce;
  }

  function findKey(id: string | undefined): Key {
    const key = known.find((candidate) => candidate.id === id);
    if (!key)
      throw new SecretError(
        "This text was sealed with a key that is not configured. Start with the SECRET_KEY that was in use.",
      );
    return key;
  }

  function sealBytes(plain: Uint8Array, context: string): Buffer {
    const nonce = takeNonce();
    const cipher = createCipheriv("aes-256-gcm", current.cipher, nonce);
    cipher.setAAD(Buffer.from(context, "utf8"));
    const body = cipher.update(plain);
    // A stream cipher: nothing is left.
    cipher.final();
    const sealed = Buffer.allocUnsafe(bodyAt + body.length + tagBytes);
    sealed[0] = bytesVersion;
    sealed.set(currentId, 1);
    sealed.set(nonce, nonceAt);
    sealed.set(body, bodyAt);
    sealed.set(cipher.getAuthTag(), bodyAt + body.length);
    return sealed;
  }

  return {
    seal: (plain, context) => sealedText(sealBytes(Buffer.from(plain, "utf8"), context)),
    sealBytes,
    openBytes(sealed, context) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes[0] !== bytesVersion) throw new SecretError("These are not sealed bytes.");
      const key = findKey(bytes.toString("hex", 1, nonceAt));
      return decrypt(key, bytes.subarray(nonceAt, bodyAt), bytes.subarray(bodyAt), context);
    },
    open(sealed, context) {
      const [format, keyId, nonceText, bodyText] = sealed.split(".");
      if (format !== version || nonceText === undefined || bodyText === undefined)
        throw new SecretError("This is not a sealed text.");
      return decrypt(
        findKey(keyId),
        Buffer.from(nonceText, "base64url"),
        Buffer.from(bodyText, "base64url"),
        context,
      );
    },
    keyedHash: (text) => createHmac("sha256", hashKey).update(text, "utf8").digest("hex"),
  };
}

/** What `seal` would have returned for what `sealBytes` did; `open` opens it. */
export function sealedText(sealed: Buffer): string {
  const id = sealed.toString("hex", 1, nonceAt);
  return [
    version,
    id,
    sealed.toString("base64url", nonceAt, bodyAt),
    sealed.toString("base64url", bodyAt),
  ].join(".");
}

function decrypt(key: Key, nonce: Buffer, body: Buffer, context: string): string {
  if (nonce.length !== nonceBytes || body.length < tagBytes)
    throw new SecretError("This sealed text is incomplete.");
  const decipher = createDecipheriv("aes-256-gcm", key.cipher, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(body.subarray(body.length - tagBytes));
  try {
    const plain = [decipher.update(body.subarray(0, body.length - tagBytes)), decipher.final()];
    return Buffer.concat(plain).toString("utf8");
  } catch (cause) {
    throw new SecretError("This sealed text was altered or belongs to another row.", { cause });
  }
}

function deriveKey(key: Buffer): Key {
  return {
    id: subkey(key, "key-id").toString("hex").slice(0, 8),
    cipher: createSecretKey(subkey(key, "at-rest")),
  };
}

function subkey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `tollgate/${purpose}`, keyBytes));
}

/** Compares two secrets in constant time; their lengths may leak. */
export function sameSecret(left: string, right: string): boolean {
  const a = Buffer.from(left, "utf8");
  const b = Buffer.from(right, "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}

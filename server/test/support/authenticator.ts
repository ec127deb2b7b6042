import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { browserOrigin } from "./browser.ts";

/** Deviations of an authenticator from the specification. */
export interface AuthenticatorHabits {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  /** Counter values of the next signatures; default 0, like synced passkeys. */
  counter?: number;
  userHandle?: string;
}

/** An authenticator in software: one ES256 key, attestation "none". */
export interface Authenticator {
  id: string;
  register(publicKey: PublicKeyOptions, habits?: AuthenticatorHabits): object;
  sign(publicKey: PublicKeyOptions, habits?: AuthenticatorHabits): object;
}

export interface PublicKeyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string; name: string };
}

export function anAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let handle: string | undefined;
  return {
    id,
    register(options, habits = {}) {
      handle = options.user?.id;
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(publicKey),
      ]);
      const rpId = habits.rpId ?? options.rp?.id ?? "";
      const data = Buffer.concat([authenticatorData(rpId, 0x41, habits), attested]);
      return {
        ...outer(id),
        response: {
          clientDataJSON: clientData("webauthn.create", options, habits).toString("base64url"),
          attestationObject: attestationObject(data).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    sign(options, habits = {}) {
      const data = authenticatorData(habits.rpId ?? options.rpId ?? "", 0x01, habits);
      const client = clientData("webauthn.get", options, habits);
      const digest = createHash("sha256").update(client).digest();
      const signature = createSign("sha256")
        .update(Buffer.concat([data, digest]))
        .sign(privateKey);
      return {
        ...outer(id),
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: habits.userHandle ?? handle,
        },
      };
    },
  };
}

function outer(id: string) {
  return { id, rawId: id, type: "public-key", clientExtensionResults: {} };
}

function clientData(type: string, options: PublicKeyOptions, habits: AuthenticatorHabits): Buffer {
  const origin = habits.origin ?? browserOrigin;
  return Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }));
}

/** Hash of the name, flags (user present, user verified by default), counter (WebAuthn §6.1). */
function authenticatorData(rpId: string, flags: number, habits: AuthenticatorHabits): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(habits.counter ?? 0);
  const verified = (habits.userVerified ?? true) ? 0x04 : 0;
  return Buffer.concat([
    createHash("sha256").update(rpId).digest(),
    Buffer.from([flags | verified]),
    counter,
  ]);
}

/** `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }` in CBOR: an ES256 key (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);
}

/** `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
function attestationObject(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 | word.length]), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ]);
}

import { createPrivateKey, type KeyObject } from "node:crypto";
import { asFilledText, asObject } from "../kit/read-json.ts";

/** The fields of a service account's key file. */
export interface ServiceAccount {
  email: string;
  project: string | undefined;
  keyId: string | undefined;
  privateKey: KeyObject;
  /** Token endpoint. */
  tokenUri: string;
}

/**
 * Parses a key file. Undefined for anything else: a broken file, a token endpoint without TLS, or a key of another
 * kind, which may already be a token.
 */
export function readServiceAccount(key: string): ServiceAccount | undefined {
  const file = asObject(parse(key));
  const email = asFilledText(file?.client_email);
  const pem = asFilledText(file?.private_key);
  const tokenUri = asFilledText(file?.token_uri) ?? "https://oauth2.googleapis.com/token";
  if (email === undefined || pem === undefined || !isSafe(tokenUri)) return undefined;
  const privateKey = readKey(pem);
  if (privateKey === undefined) return undefined;
  const [project, keyId] = [asFilledText(file?.project_id), asFilledText(file?.private_key_id)];
  return { email, project, keyId, privateKey, tokenUri };
}

/** Project in a key file, without parsing its private key. */
export function projectOf(key: string): string | undefined {
  return asFilledText(asObject(parse(key))?.project_id);
}

/** True for a key that is, or is meant to be, a key file. */
export function isKeyFile(key: string): boolean {
  return key.trimStart().startsWith("{");
}

function parse(key: string): unknown {
  if (!isKeyFile(key)) return undefined;
  try {
    return JSON.parse(key);
  } catch {
    return undefined;
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    // Copied files contain line ends as two characters.
    const key = createPrivateKey(pem.replace(/\\n/g, "\n"));
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return true;
  return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

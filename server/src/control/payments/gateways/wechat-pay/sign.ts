import { createDecipheriv, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import type { WeChatAccount } from "./account.ts";

/** The signed parts of a request. `path` with its query. */
export interface SignedRequest {
  method: "GET" | "POST";
  path: string;
  /** Epoch seconds. */
  timestamp: number;
  nonce: string;
  /** Empty for GET. */
  body: string;
}

/** Base64 of RSA-SHA256 over five lines (https://pay.weixin.qq.com/doc/v3/merchant/4012365336). */
export function signRequest({ method, path, timestamp, nonce, body }: SignedRequest, key: KeyObject): string {
  const text = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
  return sign("RSA-SHA256", Buffer.from(text), key).toString("base64");
}

/** The header `authorization` of a request. */
export function authorize(
  request: Pick<SignedRequest, "method" | "path" | "body">,
  { mchId, serial, privateKey }: WeChatAccount,
  now: number,
): string {
  const nonce = randomBytes(16).toString("hex").toUpperCase();
  const signature = signRequest({ ...request, timestamp: now, nonce }, privateKey);
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${now}",serial_no="${serial}"`;
}

/** The headers that sign a response or a notification. */
export interface Signature {
  timestamp: string;
  nonce: string;
  signature: string;
  /** Of the certificate, or the id of the public key. */
  serial: string;
}

/** How far clocks may differ and a message may be delayed. */
const tolerance = 300;

/** Parses them; a text is the reason why they are unusable. Nothing is verified. */
export function readSignature(
  header: (name: string) => string | null | undefined,
  now: number,
): Signature | "no signature" | "another signature type" | "too old" {
  const timestamp = header("wechatpay-timestamp") ?? "";
  const nonce = header("wechatpay-nonce") ?? "";
  const signature = header("wechatpay-signature") ?? "";
  const serial = (header("wechatpay-serial") ?? "").toUpperCase();
  const type = header("wechatpay-signature-type") ?? "WECHATPAY2-SHA256-RSA2048";
  const complete =
    /^\d{1,12}$/.test(timestamp) &&
    /^[\x21-\x7e]{1,128}$/.test(nonce) &&
    /^[\w+/=-]{1,1024}$/.test(signature) &&
    /^(?:PUB_KEY_ID_\d{1,64}|[0-9A-F]{8,64})$/.test(serial);
  if (!complete) return "no signature";
  if (type !== "WECHATPAY2-SHA256-RSA2048") return "another signature type";
  if (Math.abs(now - Number(timestamp)) > tolerance) return "too old";
  return { timestamp, nonce, signature, serial };
}

/** Whether the key signed time, nonce and body. `body`: the received bytes, or none. */
export function isSigned({ timestamp, nonce, signature }: Signature, body: Buffer, key: KeyObject): boolean {
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from("\n")]);
  return verify("RSA-SHA256", text, key, Buffer.from(signature, "base64"));
}

/** Encrypted parts of notifications and of the list of certificates. */
export interface EncryptedResource {
  algorithm: string;
  ciphertext: string;
  nonce: string;
  associated_data: string;
}

const tagBytes = 16;

/**
 * AES-256-GCM with the tag after the text (RFC 5116); undefined: another key or algorithm encrypted it, or it was
 * changed.
 */
export function decryptResource(
  { algorithm, ciphertext, nonce, associated_data }: EncryptedResource,
  key: Buffer,
): string | undefined {
  const bytes = Buffer.from(ciphertext, "base64");
  if (algorithm !== "AEAD_AES_256_GCM" || bytes.length < tagBytes) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(associated_data));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    return text.toString("utf8");
  } catch {
    return undefined;
  }
}

import { createHash, type KeyObject } from "node:crypto";
import { AppError } from "../../../../platform/app-error.ts";
import { readPrivateKey, readPublicKey } from "../../../../platform/rsa-keys.ts";
import type { GatewayAccount } from "../gateway.ts";
import { productionEndpoint } from "./descriptor.ts";

/** An account with its keys parsed. */
export interface WeChatAccount {
  appId: string;
  mchId: string;
  /** Of the merchant's certificate: identifies our signing key to WeChat Pay. */
  serial: string;
  /** The merchant's key: signs our requests. */
  privateKey: KeyObject;
  /** 32 bytes: decrypts notifications and certificates. */
  apiV3Key: Buffer;
  /** WeChat Pay's key, if it is configured; otherwise its certificates verify. */
  publicKey: { id: string; key: KeyObject } | undefined;
  /** Without a slash at the end. */
  endpoint: string;
  /** The same for the same credentials, and reveals nothing of them. */
  fingerprint: string;
}

/** @throws AppError payment.wrong_credentials with the name of the field that is wrong */
export function readAccount(account: GatewayAccount): WeChatAccount {
  const field = (name: string) => account[name]?.trim() ?? "";
  const privateKey = readPrivateKey(field("mch_private_key"));
  const apiV3Key = Buffer.from(field("mch_apiv3_key"));
  const endpoint = (field("endpoint") || productionEndpoint).replace(/\/+$/, "");
  // They become parts of a header and of a path.
  for (const name of ["app_id", "mch_id", "mch_certificate_serial_number"])
    if (!/^\w{1,64}$/.test(field(name)))
      throw wrong(`${name} is empty or has other characters than letters and digits`);
  if (privateKey === undefined) throw wrong("mch_private_key is not an RSA private key");
  if (apiV3Key.length !== 32) throw wrong("mch_apiv3_key is not 32 characters long");
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) throw wrong("endpoint is not an address");
  return {
    appId: field("app_id"),
    mchId: field("mch_id"),
    serial: field("mch_certificate_serial_number").toUpperCase(),
    privateKey,
    apiV3Key,
    publicKey: publicKeyOf(field("wechat_public_key_id"), field("wechat_public_key")),
    endpoint,
    fingerprint: createHash("sha256")
      .update(
        JSON.stringify([
          endpoint,
          Object.keys(account)
            .sort()
            .map((name) => [name, account[name]]),
        ]),
      )
      .digest("hex"),
  };
}

function publicKeyOf(id: string, text: string): WeChatAccount["publicKey"] {
  if (id === "" && text === "") return undefined;
  const key = readPublicKey(text);
  if (!/^PUB_KEY_ID_\d{1,64}$/.test(id)) throw wrong("wechat_public_key_id does not start with PUB_KEY_ID_");
  if (key === undefined) throw wrong("wechat_public_key is not an RSA public key");
  return { id, key };
}

/** Credentials that WeChat Pay rejects, or that cannot be parsed. `reason` is shown: no secrets. */
export function wrong(reason: string): AppError {
  return new AppError("payment.wrong_credentials", { params: { reason } });
}

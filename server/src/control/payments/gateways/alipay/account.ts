import type { KeyObject } from "node:crypto";
import { AppError } from "../../../../platform/app-error.ts";
import { readPrivateKey, readPublicKey } from "../../../../platform/rsa-keys.ts";
import type { GatewayAccount } from "../gateway.ts";
import { productionEndpoint } from "./descriptor.ts";

/** An account with its keys parsed. */
export interface AlipayAccount {
  appId: string;
  /** The app's own key: signs our requests. */
  privateKey: KeyObject;
  /** Alipay's key for this app: verifies its responses. */
  publicKey: KeyObject;
  payType: "facepay" | "pagepay" | "wappay";
  /** Empty: not known. */
  sellerId: string;
  endpoint: string;
}

/** @throws AppError payment.wrong_credentials with the name of the field that is wrong */
export function readAccount(account: GatewayAccount): AlipayAccount {
  const field = (name: string) => account[name]?.trim() ?? "";
  const privateKey = readPrivateKey(field("private_key"));
  const publicKey = readPublicKey(field("public_key"));
  const payType = field("pay_type") || "facepay";
  const endpoint = field("endpoint") || productionEndpoint;
  if (field("app_id") === "") throw wrong("app_id is empty");
  if (privateKey === undefined) throw wrong("private_key is not an RSA private key");
  if (publicKey === undefined) throw wrong("public_key is not an RSA public key");
  if (payType !== "facepay" && payType !== "pagepay" && payType !== "wappay")
    throw wrong("pay_type is not facepay, pagepay or wappay");
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) throw wrong("endpoint is not an address");
  return {
    appId: field("app_id"),
    privateKey,
    publicKey,
    payType,
    sellerId: field("seller_id"),
    endpoint,
  };
}

/** Credentials that Alipay rejects, or that cannot be parsed. `reason` is shown: no secrets. */
export function wrong(reason: string): AppError {
  return new AppError("payment.wrong_credentials", { params: { reason } });
}

import { systemClock } from "../../../../platform/clock.ts";
import { callService } from "../../../call-service.ts";
import type { WeChatAccount } from "./account.ts";
import { authorize, type SignedRequest } from "./sign.ts";

/** An unverified response. */
export interface RawAnswer {
  status: number;
  header(name: string): string | null;
  body: Buffer;
}

/** Sends a signed request. @throws NoAnswer */
export async function send(
  request: Pick<SignedRequest, "method" | "path" | "body">,
  account: WeChatAccount,
): Promise<RawAnswer> {
  const { method, path, body } = request;
  const response = await callService(account.endpoint + path, {
    method,
    headers: {
      accept: "application/json",
      "user-agent": "Tollgate",
      authorization: authorize(request, account, systemClock.now()),
      ...(body !== "" && { "content-type": "application/json" }),
      // Requests a response that is signed with the public key instead of a certificate.
      ...(account.publicKey && { "wechatpay-serial": account.publicKey.id }),
    },
    ...(body !== "" && { body }),
  });
  const { status, headers } = response;
  return { status, header: (name) => headers.get(name), body: Buffer.from(await response.arrayBuffer()) };
}

/** Undefined: no JSON. */
export function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

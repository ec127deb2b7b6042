import { createHmac } from "node:crypto";
import type { ChannelView, UpstreamRequest } from "../provider.ts";

const validSeconds = 30 * 60;
/** Tolerates a slow clock at Kling. */
const earlierSeconds = 5;

/** The JWT for a key `accessKey|secretKey`. `now` in milliseconds. */
export function signJwt(key: string, now: number): string {
  const [issuer = "", secret = ""] = key.split("|").map((part) => part.trim());
  const seconds = Math.floor(now / 1000);
  const header = encode({ alg: "HS256", typ: "JWT" });
  const payload = encode({ iss: issuer, exp: seconds + validSeconds, nbf: seconds - earlierSeconds });
  const signature = createHmac("sha256", secret).update(`${header}.${payload}`).digest("base64url");
  return `${header}.${payload}.${signature}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs a request at dispatch; a one-part key is sent unchanged. */
export function signed(
  channel: ChannelView,
  request: Pick<UpstreamRequest, "method" | "url" | "body">,
): UpstreamRequest {
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (!channel.key.includes("|"))
    return { ...request, headers: { ...headers, authorization: `Bearer ${channel.key}` } };
  return {
    ...request,
    headers,
    sign(sent, now) {
      sent.headers.authorization = `Bearer ${signJwt(channel.key, now)}`;
    },
  };
}

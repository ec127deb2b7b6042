import { createHmac } from "node:crypto";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import type { ChannelView, UpstreamRequest } from "../provider.ts";

const validMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The JWT for a key `id.secret`: HS256 with the vendor's own header field and times in milliseconds. `now` in
 * milliseconds.
 */
export function signJwt(key: string, now: number): string {
  const [id = "", secret = ""] = key.split(".");
  const header = encode({ alg: "HS256", sign_type: "SIGN" });
  const payload = encode({ api_key: id, exp: now + validMilliseconds, timestamp: now });
  const signature = createHmac("sha256", secret).update(`${header}.${payload}`).digest("base64url");
  return `${header}.${payload}.${signature}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs a request at dispatch if the channel selects that; otherwise the request contains the key itself. */
export function signIfSelected(request: UpstreamRequest, channel: ChannelView): UpstreamRequest {
  if (!isSwitchedOn(channel, "protocol", "legacy") || !/^[^.]+\.[^.]+$/.test(channel.key)) return request;
  return {
    ...request,
    sign(signed, now) {
      signed.headers.authorization = signJwt(channel.key, now);
    },
  };
}

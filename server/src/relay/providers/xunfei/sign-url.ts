import { createHmac } from "node:crypto";

/**
 * A websocket URL with its signature in the query: HMAC-SHA256 over host, date and request line
 * (https://www.xfyun.cn/doc/spark/general_url_authentication.html). `now` in milliseconds; the server accepts a clock
 * difference of five minutes.
 */
export function signUrl(address: string, key: { apiKey: string; apiSecret: string }, now: number): string {
  const { host, pathname } = new URL(address);
  const date = new Date(now).toUTCString();
  const text = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`;
  const signature = createHmac("sha256", key.apiSecret).update(text).digest("base64");
  const authorization = Buffer.from(
    `api_key="${key.apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`,
  ).toString("base64");
  return `${address}?${new URLSearchParams({ authorization, date, host }).toString()}`;
}

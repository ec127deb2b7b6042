import type { IncomingRequest } from "../exchange.ts";

export interface ApiKey {
  key: string;
  /** `KEY#12`: only this channel (administrators). */
  pinnedChannel: number | undefined;
}

/** The caller's key from `Authorization`, `x-api-key` or `x-goog-api-key`; `Bearer` and `sk-` are optional. */
export function readApiKey(headers: IncomingRequest["headers"]): ApiKey | undefined {
  const value = headers["authorization"] ?? headers["x-api-key"] ?? headers["x-goog-api-key"];
  let text = (Array.isArray(value) ? value[0] : value)?.trim() ?? "";
  if (/^bearer(\s|$)/i.test(text)) text = text.slice(7).trim();
  if (text.startsWith("sk-")) text = text.slice(3);
  const hash = text.indexOf("#");
  const key = hash === -1 ? text : text.slice(0, hash);
  if (key === "") return undefined;
  const pin = hash === -1 ? "" : text.slice(hash + 1);
  return { key, pinnedChannel: /^\d{1,15}$/.test(pin) ? Number(pin) : undefined };
}

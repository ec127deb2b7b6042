import type { IncomingRequest } from "../exchange.ts";

export interface ApiKey {
  key: string;
  /** `KEY#12`: only this channel (administrators). */
  pinnedChannel: number | undefined;
  /** `KEY#!12`: any channel but this (administrators). */
  excludedChannel: number | undefined;
  /** `KEY#12#ignore`: the pin counts for raw calls only. */
  pinForRawOnly: boolean;
}

/** Where a browser's websocket, which cannot set headers, puts the key (relay contract A2). */
export const socketKey = "openai-insecure-api-key.";

/**
 * The caller's key, wherever its SDK puts it: `Authorization`, `x-api-key`, `x-goog-api-key`, the query's `key`, a websocket's
 * subprotocol. `Bearer` and `sk-` are optional.
 */
export function readApiKey(headers: IncomingRequest["headers"], query = ""): ApiKey | undefined {
  const value =
    headers["authorization"] ??
    headers["x-api-key"] ??
    headers["x-goog-api-key"] ??
    readQuery(query) ??
    readProtocol(headers);
  let text = (Array.isArray(value) ? value[0] : value)?.trim() ?? "";
  if (/^bearer(\s|$)/i.test(text)) text = text.slice(7).trim();
  if (text.startsWith("sk-")) text = text.slice(3);
  const hash = text.indexOf("#");
  const key = hash === -1 ? text : text.slice(0, hash);
  if (key === "") return undefined;
  const [pin = "", word] = hash === -1 ? [] : text.slice(hash + 1).split("#");
  const excludes = pin.startsWith("!");
  const digits = excludes ? pin.slice(1) : pin;
  const id = /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
  return {
    key,
    pinnedChannel: excludes ? undefined : id,
    excludedChannel: excludes ? id : undefined,
    pinForRawOnly: word === "ignore",
  };
}

function readQuery(query: string): string | undefined {
  return query.includes("key=") ? (new URLSearchParams(query).get("key") ?? undefined) : undefined;
}

function readProtocol(headers: IncomingRequest["headers"]): string | undefined {
  const value = headers["sec-websocket-protocol"];
  const list = (Array.isArray(value) ? value.join(",") : (value ?? "")).split(",").map((item) => item.trim());
  return list.find((item) => item.startsWith(socketKey))?.slice(socketKey.length);
}

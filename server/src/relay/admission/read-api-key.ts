import type { IncomingRequest } from "../exchange.ts";

export interface ApiKey {
  key: string;
  /** `KEY#12`: only this channel (administrators). */
  pinnedChannel: number | undefined;
  /** `KEY#!12`: any channel but this (administrators). */
  excludedChannel: number | undefined;
  /** `KEY#12#ignore`: the pin applies to raw calls only. */
  pinForRawOnly: boolean;
}

/** The subprotocol with which a browser's websocket sends the key, because it cannot set headers. */
export const socketKey = "openai-insecure-api-key.";

/** Maximum number of keys per request; each may cost a query. */
const keysMost = 2;

/**
 * The keys of a request, wherever its SDK sends them: `Authorization`, `x-api-key`, `x-goog-api-key`, `mj-api-secret`,
 * the query's `key`, a websocket's subprotocol. `Bearer` and `sk-` are optional.
 * A proxy or an unset variable may fill another header, so there may be several: the first valid one counts.
 */
export function readApiKeys(headers: IncomingRequest["headers"], query = ""): ApiKey[] {
  const found: ApiKey[] = [];
  const add = (value: string | string[] | undefined): void => {
    if (value === undefined || found.length === keysMost) return;
    const key = parseKey(Array.isArray(value) ? (value[0] ?? "") : value);
    if (key && !found.some((other) => other.key === key.key)) found.push(key);
  };
  add(headers["authorization"]);
  add(headers["x-api-key"]);
  add(headers["x-goog-api-key"]);
  add(headers["mj-api-secret"]);
  add(readQuery(query));
  add(readProtocol(headers));
  return found;
}

/** Texts that unset variables of scripts leave in a header. */
const placeholders = new Set(["", "undefined", "null", "none"]);

/** Undefined for what cannot be a key: a placeholder or another scheme (`Basic …`). */
function parseKey(value: string): ApiKey | undefined {
  let text = value.trim();
  if (/^bearer(\s|$)/i.test(text)) text = text.slice(7).trim();
  if (text.startsWith("sk-")) text = text.slice(3);
  const hash = text.indexOf("#");
  const key = hash === -1 ? text : text.slice(0, hash);
  if (placeholders.has(key.toLowerCase()) || /\s/.test(key)) return undefined;
  if (hash === -1) return { key, pinnedChannel: undefined, excludedChannel: undefined, pinForRawOnly: false };
  const [pin = "", word] = text.slice(hash + 1).split("#");
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
  if (value === undefined) return undefined;
  const list = (Array.isArray(value) ? value.join(",") : value).split(",").map((item) => item.trim());
  return list.find((item) => item.startsWith(socketKey))?.slice(socketKey.length);
}

import type { CallbackRequest } from "./gateways/gateway.ts";

const longestValue = 200;
const mostFields = 30;
/** Characters of all fields together. */
const longestText = 2000;
const hidden = /sign|secret|token|key|cipher|nonce|cert|password|card|email|phone/i;

/**
 * The content of a callback, for the order's timeline: the fields of its query, form or JSON, one level deep, without
 * signatures and other fields that are not for display. Hostile input results in fewer fields and no error.
 */
export function describeCallback({ query, headers, body }: CallbackRequest): Record<string, string> {
  const type = headers["content-type"] ?? "";
  const text = body.toString("utf8");
  const sent = /json/i.test(type) ? jsonFields(text) : [...new URLSearchParams(text)];
  const fields = [...query, ...sent]
    .filter(([name]) => name !== "" && !hidden.test(name))
    .slice(0, mostFields)
    .map(([name, value]) => [name.slice(0, 60), value.slice(0, longestValue)]);
  const kept: Record<string, string> = {};
  let left = longestText;
  for (const [name = "", value = ""] of fields) {
    left -= JSON.stringify([name, value]).length;
    if (left < 0) break;
    kept[name] = value;
  }
  return kept;
}

function jsonFields(text: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value)
      .filter(([, entry]) => typeof entry !== "object")
      .map(([name, entry]) => [name, String(entry)]);
  } catch {
    return [];
  }
}

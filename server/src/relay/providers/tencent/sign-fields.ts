import { createHmac } from "node:crypto";

/**
 * Signature of a request: base64 of HMAC-SHA1 over host, path and every body field in alphabetical order. `address` has
 * no scheme.
 */
export function signFields(address: string, fields: object, secretKey: string): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
  return createHmac("sha1", secretKey)
    .update(`${address}?${pairs.join("&")}`)
    .digest("base64");
}

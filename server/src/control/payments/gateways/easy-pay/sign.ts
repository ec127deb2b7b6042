import { createHash, timingSafeEqual } from "node:crypto";

const unsigned = ["sign", "sign_type"];

/**
 * MD5 over `name=value` joined by `&` in the order of names, then the key; empty values are left out. Values are not
 * encoded, so one with an `&` could be split into other fields under the same signature: sign and accept none from
 * customers.
 */
export function sign(fields: Readonly<Record<string, string>>, key: string): string {
  const signed = Object.keys(fields)
    .filter((name) => fields[name] !== "" && !unsigned.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join("&");
  return createHash("md5")
    .update(signed + key)
    .digest("hex");
}

/** True if the fields contain their own signature. Compares in constant time; an empty key signs nothing. */
export function isSigned(fields: Readonly<Record<string, string>>, key: string): boolean {
  const given = Buffer.from(fields["sign"] ?? "");
  const expected = Buffer.from(sign(fields, key));
  return key !== "" && given.length === expected.length && timingSafeEqual(given, expected);
}

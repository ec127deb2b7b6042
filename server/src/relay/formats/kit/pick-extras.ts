import { type Fields } from "./check-value.ts";

/**
 * Fields without a canonical name that an upstream of the caller's own dialect may support. Names that no API would
 * have, and fields beyond the limit, go into `unread`.
 */
export function pickExtras(
  body: Fields,
  isKnown: (key: string, value: unknown) => boolean,
  unread: Set<string>,
): Fields {
  const fields: Fields = {};
  let count = 0;
  for (const [key, value] of Object.entries(body)) {
    if (value == null || isKnown(key, value)) continue;
    if (plainName.test(key) && key !== "__proto__" && count++ < extrasMost) fields[key] = value;
    else unread.add(key);
  }
  return fields;
}

/** A field that some API could have; each may be named in a response header. */
const plainName = /^[\w.$-]{1,60}$/;
const extrasMost = 50;

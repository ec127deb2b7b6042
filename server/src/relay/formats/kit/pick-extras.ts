import { type Fields } from "./check-value.ts";

/**
 * What the vocabulary has no word for and an upstream of the caller's own dialect may still understand, whoever of the family invented it. Names
 * that no API would have, and what is too much, go into `unread`.
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

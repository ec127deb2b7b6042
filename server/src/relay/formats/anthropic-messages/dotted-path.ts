import { type Fields, isFields, reject } from "../kit/check-value.ts";
import { readList } from "../kit/read-fields.ts";

/** Path of a field or an entry inside another one, as Anthropic writes it (`messages.2.content`). */
export function within(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}

/** Entries of a list, each an object. @throws RelayError naming the entry */
export function readObjects(fields: Fields, key: string, path = ""): Fields[] {
  return (readList(fields, key, path) ?? []).map((entry, index) => {
    if (isFields(entry)) return entry;
    const at = within(within(path, key), index);
    return reject(at, `'${at}' must be an object.`);
  });
}

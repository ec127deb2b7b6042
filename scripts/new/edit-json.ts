import type { Edit } from "./edit-source.ts";

/**
 * Adds a key to a JSON file, at the end of its object or behind the last key that begins with `behind`.
 * @throws Error if the object is not there or has the key
 */
export function addJsonKey(objectPath: readonly string[], key: string, value: unknown, behind = ""): Edit {
  return (text) => {
    const file = JSON.parse(text) as unknown;
    const parent = findObject(file, objectPath);
    if (Object.hasOwn(parent, key))
      throw new Error(`expected no key "${[...objectPath, key].join(".")}", but it has one`);
    const entries = Object.entries(parent);
    const last = entries.findLastIndex(([name]) => name.startsWith(behind));
    entries.splice(last < 0 ? entries.length : last + 1, 0, [key, value]);
    for (const name of Object.keys(parent)) delete parent[name];
    for (const [name, entry] of entries) parent[name] = entry;
    return `${JSON.stringify(file, null, 2)}\n`;
  };
}

/** The same, but leaves a file with the key unchanged. */
export function keepJsonKey(objectPath: readonly string[], key: string, value: unknown): Edit {
  return (text) =>
    Object.hasOwn(findObject(JSON.parse(text), objectPath), key)
      ? text
      : addJsonKey(objectPath, key, value)(text);
}

function findObject(file: unknown, objectPath: readonly string[]): Record<string, unknown> {
  let found = file;
  for (const name of objectPath) found = isObject(found) ? found[name] : undefined;
  if (!isObject(found)) throw new Error(`expected an object "${objectPath.join(".")}", but it has none`);
  return found;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A channel's custom parameters for one call. `values` go into the upstream body where the caller set nothing, or
 * always with `overwrite`. They never contain the model, the stream flag or the control fields of the One API family.
 * `removed`: fields to remove from the body, by dotted path (`metadata.trace`).
 */
export function pickCustomParameters(
  custom: Readonly<Record<string, unknown>>,
  model: string,
): { values: Record<string, unknown>; overwrite: boolean; removed: string[] } {
  const chosen = custom.per_model === true ? custom[model] : custom;
  const values: Record<string, unknown> = {};
  if (isObject(chosen))
    for (const [key, value] of Object.entries(chosen)) if (!reserved.has(key)) values[key] = value;
  return { values, overwrite: custom.overwrite === true, removed: pathsOf(custom.remove_params) };
}

/** How field names are compared: exactly, unless an API accepts several spellings. */
type Spelling = (name: string) => string;
const exactly: Spelling = (name) => name;

/**
 * Merges `values` into a body, object by object, where it has no value or, with overwrite, always.
 * Copies nested objects before it changes them, since others may hold them; changes the body itself. Two names that
 * `spell` maps to the same name are one field.
 */
export function mergeParameters(
  body: Record<string, unknown>,
  values: Readonly<Record<string, unknown>>,
  overwrite: boolean,
  spell = exactly,
): void {
  const entries = Object.entries(values);
  // Fast path: most channels have none.
  if (entries.length === 0) return;
  const names = new Map(Object.keys(body).map((key) => [spell(key), key]));
  for (const [key, value] of entries) {
    const name = names.get(spell(key)) ?? key;
    const given = body[name];
    if (isObject(given) && isObject(value)) {
      const inner = { ...given };
      mergeParameters(inner, value, overwrite, spell);
      body[name] = inner;
    } else if (overwrite || given == null) body[name] = value;
  }
}

/**
 * Removes fields from a body by dotted path; numbers are list indexes. A path that matches nothing is skipped.
 * Copies nested objects before it changes them, like `mergeParameters`.
 */
export function removeParameters(
  body: Record<string, unknown>,
  paths: readonly string[],
  spell = exactly,
): void {
  for (const path of paths) takeOut(body, path.split("."), spell);
}

function takeOut(object: Record<string, unknown>, [key = "", ...rest]: string[], spell: Spelling): void {
  for (const name of Object.keys(object)) {
    if (spell(name) !== spell(key)) continue;
    if (rest.length === 0) delete object[name];
    else object[name] = without(object[name], rest, spell);
  }
}

function without(value: unknown, path: string[], spell: Spelling): unknown {
  if (Array.isArray(value)) {
    const [key = "", ...rest] = path;
    const entries: unknown[] = [...(value as unknown[])];
    const place = /^\d+$/.test(key) ? Number(key) : entries.length;
    if (place >= entries.length) return value;
    if (rest.length === 0) entries.splice(place, 1);
    else entries[place] = without(entries[place], rest, spell);
    return entries;
  }
  // A number that keeps its digits (`JSON.rawJSON`) is a frozen object.
  if (!isObject(value) || Object.isFrozen(value)) return value;
  const copy = { ...value };
  takeOut(copy, path, spell);
  return copy;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fields that identify the call cannot be removed. */
function pathsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (path): path is string => typeof path === "string" && path !== "" && !reserved.has(path),
  );
}

const reserved = new Set([
  "overwrite",
  "per_model",
  "pre_add",
  "remove_params",
  "stream",
  "stream_options",
  "model",
  "__proto__",
]);

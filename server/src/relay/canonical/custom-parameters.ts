/**
 * What a channel's custom parameters add to one call (relay contract B0). Keys of `values` go into the upstream body where
 * the caller said nothing, or always if `overwrite`. Never names the model, the stream flag or the family's control words. `removed` are
 * fields that are taken out of the body, by dotted path (`metadata.trace`).
 */
export function pickCustomParameters(
  custom: Readonly<Record<string, unknown>>,
  model: string,
): { values: Record<string, unknown>; overwrite: boolean; removed: string[] } {
  const chosen = custom.per_model === true ? custom[model] : custom;
  const values: Record<string, unknown> = {};
  if (typeof chosen === "object" && chosen !== null && !Array.isArray(chosen))
    for (const [key, value] of Object.entries(chosen)) if (!reserved.has(key)) values[key] = value;
  return { values, overwrite: custom.overwrite === true, removed: pathsOf(custom.remove_params) };
}

/** Takes fields out of a body by dotted path; numbers are places in a list. A path that leads nowhere is passed over. */
export function removeParameters(body: Record<string, unknown>, paths: readonly string[]): void {
  for (const path of paths) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let at: unknown = body;
    for (const key of keys)
      at =
        typeof at === "object" && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined;
    if (Array.isArray(at)) at.splice(Number(last), Number.isInteger(Number(last)) ? 1 : 0);
    else if (typeof at === "object" && at !== null) delete (at as Record<string, unknown>)[last];
  }
}

/** What names the call itself cannot be taken out. */
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

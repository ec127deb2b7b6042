/**
 * What a channel's custom parameters add to one call (relay contract B0). Keys of `values` go into the upstream body where
 * the caller said nothing, or always if `overwrite`. Never names the model, the stream flag or the family's control words.
 */
export function pickCustomParameters(
  custom: Readonly<Record<string, unknown>>,
  model: string,
): { values: Record<string, unknown>; overwrite: boolean } {
  const chosen = custom.per_model === true ? custom[model] : custom;
  const values: Record<string, unknown> = {};
  if (typeof chosen === "object" && chosen !== null && !Array.isArray(chosen))
    for (const [key, value] of Object.entries(chosen)) if (!reserved.has(key)) values[key] = value;
  return { values, overwrite: custom.overwrite === true };
}

const reserved = new Set([
  "overwrite",
  "per_model",
  "pre_add",
  "stream",
  "stream_options",
  "model",
  "__proto__",
]);

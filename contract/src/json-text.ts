/** True if `text` is JSON whose value passes `fits`; false for anything that is not JSON. */
export function isJsonText(text: string, fits: (value: unknown) => boolean): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  return fits(value);
}

export function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

export function isJsonObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTextMap(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((entry) => typeof entry === "string");
}

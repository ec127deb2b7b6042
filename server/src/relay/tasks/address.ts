import { InvalidTask } from "./platform.ts";

/** True for an http or https address. Whether it may be opened is decided where it is opened. */
export function isAddress(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= 2000 && /^https?:\/\//i.test(value) && URL.canParse(value)
  );
}

/**
 * Where the caller wants reports; undefined for nowhere.
 * @param field name in the body @throws InvalidTask
 */
export function readNotifyUrl(body: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null || value === "") return undefined;
  if (!isAddress(value))
    throw new InvalidTask(field, `"${field}" is an address that begins with http:// or https://.`);
  return value;
}

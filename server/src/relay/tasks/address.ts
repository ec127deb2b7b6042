import type { UpstreamRequest } from "../providers/provider.ts";
import { InvalidTask, type TaskChannel } from "./platform.ts";

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
    throw new InvalidTask(field, `"${field}" must be a URL that begins with http:// or https://.`);
  return value;
}

/**
 * Where a file is fetched that a platform named: at the channel itself, whose host the operator chose, or at an address that the guarded
 * client checks. Neither gets the channel's key.
 */
export function contentAt(url: string, channel: TaskChannel): { request: UpstreamRequest } | { url: string } {
  const isOwn = URL.canParse(channel.baseUrl) && new URL(url).origin === new URL(channel.baseUrl).origin;
  return isOwn ? { request: { method: "GET", url, headers: {} } } : { url };
}

import { asObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** Authorisation: the key as a bearer token, and the channel's extra headers (`plugin.headers`). Lower-case names. */
export function authorize(channel: ChannelView): Record<string, string> {
  const headers: Record<string, string> = {};
  if (channel.key !== "") headers.authorization = `Bearer ${channel.key}`;
  for (const [name, value] of Object.entries(asObject(channel.plugin.headers) ?? {}))
    if (typeof value === "string" && isName.test(name) && isValue.test(value))
      headers[name.toLowerCase()] = value;
  return headers;
}

/** The characters that a header name allows (RFC 9110). */
const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const isValue = /^[\t\x20-\x7e\x80-\xff]*$/;

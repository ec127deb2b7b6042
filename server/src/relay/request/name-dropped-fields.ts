import { pickCustomParameters } from "../canonical/custom-parameters.ts";
import type { Attempt } from "../exchange.ts";
import type { ChatFormat } from "../formats/format.ts";
import { isFields } from "../formats/kit/check-value.ts";
import type { ChannelView } from "../providers/provider.ts";

/**
 * Fields that a provider dropped from a translated call, by the names of the caller's format. Excludes fields that the
 * caller did not send: parameters of the channel, and the output limit that the balance sets.
 * @param names as providers write them: Chat Completions' field names
 */
export function nameDroppedFields(
  { exchange, route, sent }: Attempt,
  format: ChatFormat,
  view: ChannelView,
  names: readonly string[],
): string[] {
  if (names.length === 0) return [];
  const { outline } = exchange.body;
  const { values } = pickCustomParameters(view.customParameters, route.upstreamModel);
  const limited = exchange.outputLimit !== undefined && sent.head.maxOutputTokens === undefined;
  return names.flatMap((name) => {
    const own = ownName(format, outline, name);
    if (limited && /^max_(?:output_)?tokens$/.test(name)) return [];
    return Object.hasOwn(values, rootOf(name)) && !holds(outline, own) ? [] : [own];
  });
}

/** The format's own name of a field: of several, the one in the request. */
export function ownName(format: ChatFormat, body: unknown, name: string): string {
  const names = format.fieldNames?.[name] ?? [name];
  return names.find((own) => holds(body, own)) ?? names[0] ?? name;
}

function holds(body: unknown, name: string): boolean {
  return isFields(body) && Object.hasOwn(body, rootOf(name));
}

function rootOf(name: string): string {
  return name.split(/[.[]/, 1)[0] ?? name;
}

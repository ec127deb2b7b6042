import { mergeParameters, pickCustomParameters } from "../canonical/custom-parameters.ts";
import type { Exchange, Route } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";
import type { ChannelView } from "../providers/provider.ts";
import { wholeBody } from "./request-body.ts";

/** The calls whose callers speak the words of these parameters (relay contract B0). In others they are added to what goes upstream. */
const formats: ReadonlySet<FormatId> = new Set(["openai-chat", "openai-completions"]);

/**
 * Adds a channel's parameters to the caller's own request where it wants that (`pre_add`): the request is then read anew, so that they count for
 * everything that follows from it, the reservation and the translation included. Runs for each route, after `restoreRequest`.
 * @throws RelayError if the request cannot be read any more
 */
export function preAdd(exchange: Exchange, route: Route): void {
  const custom = route.channel.customParameters;
  if (custom["pre_add"] !== true || !formats.has(exchange.format.id)) return;
  const { values, overwrite } = pickCustomParameters(custom, route.upstreamModel);
  const { body, head, request, format } = exchange;
  const raw = rewriteExactly(request.body, (exact) => mergeParameters(exact, values, overwrite));
  // `rewriteExactly` counted it.
  const read: unknown = JSON.parse(raw.toString("utf8"));
  exchange.asked ??= { body, head, raw: request.body };
  exchange.preAdded = true;
  const { model, translated, wish } = head;
  const again = format.readHead(read, request.path);
  exchange.head = { ...again, model, ...(translated && { translated }), ...(wish && { wish }) };
  exchange.body = wholeBody(read);
  request.body = raw;
}

/** A channel without the parameters that were added before; what it forbids stays forbidden. */
export function withoutAdded(view: ChannelView): ChannelView {
  const { remove_params } = view.customParameters;
  return { ...view, customParameters: { remove_params } };
}

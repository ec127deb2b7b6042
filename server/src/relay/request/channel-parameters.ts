import { mergeParameters, pickCustomParameters } from "../canonical/custom-parameters.ts";
import type { Exchange, Route, SentRequest } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";
import type { ChannelView } from "../providers/provider.ts";
import { wholeBody } from "./request-body.ts";

/** The formats whose fields these parameters are. In others they are added to the upstream's request. */
const formats: ReadonlySet<FormatId> = new Set(["openai-chat", "openai-completions"]);

/**
 * The request with the channel's parameters in it, where the channel wants them there (`pre_add`). It is read again, so that they count for
 * everything that follows from it: the reservation and the translation, too.
 * @throws RelayError if the request can no longer be read
 */
export function addChannelParameters(exchange: Exchange, route: Route, sent: SentRequest): SentRequest {
  const custom = route.channel.customParameters;
  const { format, request } = exchange;
  if (custom["pre_add"] !== true || !formats.has(format.id)) return sent;
  const { values, overwrite } = pickCustomParameters(custom, route.upstreamModel);
  const raw = rewriteExactly(sent.raw, (exact) => mergeParameters(exact, values, overwrite));
  // `rewriteExactly` counted it.
  const read: unknown = JSON.parse(raw.toString("utf8"));
  const { model, translated, suffix } = sent.head;
  const head = {
    ...format.readHead(read, request.path),
    model,
    ...(translated && { translated }),
    ...(suffix && { suffix }),
  };
  return { ...sent, raw, body: wholeBody(read), head, parametersAdded: true };
}

/** A channel without the parameters that are in the request already; what it forbids stays forbidden. */
export function withoutAdded(view: ChannelView): ChannelView {
  const { remove_params } = view.customParameters;
  return { ...view, customParameters: { remove_params } };
}

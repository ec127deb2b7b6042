import { mergeParameters, pickCustomParameters } from "../canonical/custom-parameters.ts";
import type { Exchange, Route, SentRequest } from "../exchange.ts";
import type { FormatId } from "../format-ids.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";
import type { ChannelView } from "../providers/provider.ts";
import { wholeBody } from "./request-body.ts";

/** Formats that use the parameters' field names. In others they are added to the upstream request. */
const formats: ReadonlySet<FormatId> = new Set(["openai-chat", "openai-completions"]);

/**
 * Injects the channel's parameters into the request if the channel enables it (`pre_add`). The request is parsed again,
 * so that reservation and translation include them.
 * @throws RelayError if the request is no longer valid
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

/** The channel without the parameters that are already injected; its removed fields stay removed. */
export function withoutAdded(view: ChannelView): ChannelView {
  const { remove_params } = view.customParameters;
  return { ...view, customParameters: { remove_params } };
}

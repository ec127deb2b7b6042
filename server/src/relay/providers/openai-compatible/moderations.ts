import type { ModerationCall } from "../../canonical/moderation.ts";
import { needObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { buildJsonRequest } from "./chat.ts";
import { endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** Moderations: the caller's body under the upstream's model name. */
export function compatibleModerations(
  options: CompatibleOptions = {},
): CallCapability<ModerationCall, Record<string, unknown>> {
  return {
    buildRequest(call, channel) {
      const url = endpointUrl(options, channel, "/moderations", call.model);
      return buildJsonRequest(options, channel, {
        url,
        stream: false,
        body: JSON.stringify({ ...call.body, model: call.model }),
      });
    },
    readResponse(answer) {
      const root = needObject(parseJson(answer.body.toString("utf8")), "the answer");
      if (!Array.isArray(root.results)) throw new UnreadableAnswer("the answer has no `results`");
      return root;
    },
  };
}

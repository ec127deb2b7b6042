import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { encodeStrictly } from "../kit/sign-aws-v4.ts";
import type { ChatCapability, UpstreamRequest } from "../provider.ts";
import { authorize, runtimeUrl } from "./access.ts";
import { claudeChat } from "./claude.ts";
import { readConverse } from "./from-wire.ts";
import { bedrockId, isClaude } from "./model-ids.ts";
import { createBedrockSplitter } from "./splitter.ts";
import { createConverseStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Every other model uses Converse. */
const converse: ChatCapability = {
  buildRequest(call, channel) {
    const { body, dropped } = chatToWire(call);
    const fields: JsonObject = { ...body };
    addCustomParameters(fields, channel, call.model);
    const path = `/model/${encodeStrictly(bedrockId(call.model))}/${call.stream ? "converse-stream" : "converse"}`;
    const request: UpstreamRequest = {
      method: "POST",
      url: runtimeUrl(channel, path),
      headers: {
        "content-type": "application/json",
        accept: call.stream ? "application/vnd.amazon.eventstream" : "application/json",
      },
      body: JSON.stringify(fields),
    };
    return authorize(nameDropped(request, dropped), channel);
  },
  readResponse: readConverse,
  streamReader: createConverseStreamReader,
};

/** Chats: Claude in its own format, which has more features than Converse; all others by Converse. */
export const chat: ChatCapability = {
  sentAs: (model, channel) => choose(model).sentAs?.(model, channel),
  buildRequest: (call, channel) => choose(call.model).buildRequest(call, channel),
  readResponse: (body, call) => choose(call.model).readResponse(body, call),
  streamReader: (call) => choose(call.model).streamReader(call),
  splitter: createBedrockSplitter,
  // Bedrock fetches nothing from the web.
  needsInline: () => true,
};

function choose(model: string): ChatCapability {
  return isClaude(model) ? claudeChat : converse;
}

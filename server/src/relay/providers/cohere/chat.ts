import type { ToolNameRule } from "../../canonical/tool-name-rule.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readChat } from "./from-wire.ts";
import { createChatStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from `/v2/chat`. */
export const chat: ChatCapability = {
  buildRequest(call, channel) {
    const { body, dropped } = chatToWire(call);
    const fields: JsonObject = { ...body };
    addCustomParameters(fields, channel, call.model);
    const request = post(channel, "/v2/chat", JSON.stringify(fields), call.stream);
    return nameDropped(request, dropped);
  },
  readResponse: readChat,
  streamReader: createChatStreamReader,
  toolNames: () => toolNames,
};

const toolNames: ToolNameRule = { forbidden: /\W/g, letterFirst: true, longest: 64 };

/** A request with the channel's key. */
export function post(
  channel: ChannelView,
  path: string,
  body: string | Buffer,
  stream = false,
): UpstreamRequest {
  return {
    method: "POST",
    url: joinUrl(channel.baseUrl, path),
    headers: {
      "content-type": "application/json",
      accept: stream ? "text/event-stream" : "application/json",
      authorization: `Bearer ${channel.key}`,
    },
    body,
  };
}

import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { createNdjsonSplitter } from "../../event-stream/ndjson-splitter.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readChat } from "./from-wire.ts";
import { authorize } from "./headers.ts";
import { createChatStreamReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chat calls translated to and from `/api/chat`. */
export const chat: ChatCapability = {
  buildRequest(call, channel) {
    const { body, dropped } = chatToWire(call);
    const fields: JsonObject = { ...body };
    // Operators set the context window here (`num_ctx`), and callers the other options.
    addCustomParameters(fields, channel, call.model, ["options"]);
    const request = post(channel, "/api/chat", fields);
    return nameDropped(request, dropped);
  },
  readResponse: readChat,
  streamReader: createChatStreamReader,
  splitter: () => createNdjsonSplitter(),
  // The API accepts images as bytes only.
  needsInline: () => true,
};

/** A request with the channel's key and headers. */
export function post(channel: ChannelView, path: string, body: JsonObject): UpstreamRequest {
  return {
    method: "POST",
    url: joinUrl(channel.baseUrl, path),
    headers: { "content-type": "application/json", accept: "application/json", ...authorize(channel) },
    body: JSON.stringify(body),
  };
}

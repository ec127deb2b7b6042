import type { ChatCall } from "../../canonical/chat.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { chatInTwoProtocols } from "../openai-compatible/older-protocol.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { followChat } from "./follow-chat.ts";
import { readAnswer } from "./from-wire.ts";
import { createCozeStreamReader, createOlderStreamReader } from "./stream-reader.ts";
import { botOf, messagesToCoze } from "./to-wire.ts";

/** The end user if the caller names none. */
const someone = "OneAPI";

function finish(
  { body, path }: { body: JsonObject; path: string },
  call: ChatCall,
  channel: ChannelView,
  dropped: Set<string>,
): UpstreamRequest {
  addCustomParameters(body, channel, call.model);
  const base = baseOf(channel);
  const request = buildJsonRequest({}, channel, {
    url: `${base}${path}`,
    stream: call.stream,
    body: JSON.stringify(body),
  });
  return nameDropped(request, dropped);
}

/** One API's default address includes the first part of v2's path. */
function baseOf(channel: ChannelView): string {
  return channel.baseUrl.replace(/\/(?:open_api|v3)$/, "");
}

function buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { messages, dropped } = messagesToCoze(call, true);
  const body: JsonObject = {
    bot_id: botOf(call.model),
    user_id: call.endUser ?? someone,
    stream: call.stream,
    // A chat without a stream can be polled only if it is saved.
    auto_save_history: !call.stream,
    additional_messages: messages,
  };
  const request = finish({ body, path: "/v3/chat" }, call, channel, dropped);
  if (!call.stream) request.follow = followChat(baseOf(channel), request.headers);
  return request;
}

function buildOlderRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { messages, dropped } = messagesToCoze(call, false);
  const last = messages.at(-1);
  const history = messages.slice(0, -1).map((message) => ({
    ...message,
    ...(message.role === "assistant" && { type: "answer" }),
  }));
  const body: JsonObject = {
    bot_id: botOf(call.model),
    user: call.endUser ?? someone,
    query: last?.content ?? "",
    chat_history: history,
    stream: call.stream,
  };
  return finish({ body, path: "/open_api/v2/chat" }, call, channel, dropped);
}

const current: ChatCapability = {
  buildRequest,
  readResponse: readAnswer,
  streamReader: createCozeStreamReader,
};

/** Chats with bots by v3, or by v2 if the channel selects it. */
export const chat: ChatCapability = chatInTwoProtocols(current, {
  chat: { buildRequest: buildOlderRequest, readResponse: readAnswer, streamReader: createOlderStreamReader },
  isSelected: (channel) => isSwitchedOn(channel, "protocol", "legacy"),
  owns: (answer) => answer.event !== undefined || answer.messages !== undefined,
});

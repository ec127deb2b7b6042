import type { ChatCall, ChatResult } from "../../canonical/chat.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { codeText } from "../kit/refine-problem.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { readChatResponse } from "../openai-compatible/from-wire.ts";
import { createUnmarkedStreamReader, type OlderProtocol } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { chatToWire } from "../openai-compatible/to-wire.ts";
import { type ChannelView, type ChatCapability, type UpstreamRequest } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { socketMessage } from "./older-to-wire.ts";
import { readProblem } from "./problems.ts";
import { splitKey, selectsSocket } from "./read-key.ts";
import { signUrl } from "./sign-url.ts";
import { findSparkModel } from "./spark-models.ts";

const socketAddress = "wss://spark-api.xf-yun.com";

const options: CompatibleOptions = {
  topK: true,
  files: false,
  streamOptions: false,
  renderReasoning: () => undefined,
  unsupportedFields: [
    "tool_choice",
    "parallel_tool_calls",
    "stop",
    "n",
    "seed",
    "logprobs",
    "top_logprobs",
    "top_p",
    "frequency_penalty",
    "presence_penalty",
    "response_format",
    "metadata",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "web_search_options",
  ],
  reshape,
};

function buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { body, dropped } = chatToWire(call, options);
  addCustomParameters(body, channel, call.model);
  const key = splitKey(channel.key) ?? { appId: "", apiSecret: "", apiKey: "" };
  const { domain, path } = findSparkModel(call.model, channel.other);
  const base = channel.baseUrl.includes("spark-api-open")
    ? socketAddress
    : channel.baseUrl.replace(/^http/, "ws");
  const request: UpstreamRequest = {
    method: "GET",
    url: `${base}${path}`,
    headers: { accept: call.stream ? "text/event-stream" : "application/json" },
    body: JSON.stringify(socketMessage(body, domain, key.appId, dropped)),
    sign(signed, now) {
      signed.url = signUrl(`${base}${path}`, key, now);
    },
  };
  return nameDropped(request, dropped);
}

/** Converts one socket message to a Chat Completions event. */
function reshape(message: JsonObject): JsonObject {
  const header = asObject(message.header);
  if (header?.code !== undefined && header.code !== 0)
    return { error: { code: codeText(header.code), message: header.message } };
  const payload = asObject(message.payload);
  const choices = asObject(payload?.choices);
  const answer = { id: header?.sid, usage: asObject(asObject(payload?.usage)?.text) };
  const isLast = header?.status === 2 || choices?.status === 2;
  const texts = asList(choices?.text).map(asObject);
  const delta: JsonObject = {
    content: texts.map((text) => asText(text?.content) ?? "").join(""),
    reasoning_content: texts.map((text) => asText(text?.reasoning_content) ?? "").join(""),
  };
  const call = texts.find((text) => asObject(text?.function_call))?.function_call;
  if (call !== undefined) delta.function_call = call;
  const reason = call === undefined ? "stop" : "function_call";
  return { ...answer, choices: [{ index: 0, delta, finish_reason: isLast ? reason : null }] };
}

/** Joins the messages of a whole answer, `{ messages: [ … ] }`. @throws UnreadableAnswer if the last one is missing */
function readWhole(body: unknown): ChatResult {
  const whole = needObject(body, "the answer");
  const texts: unknown[] = [];
  const reasoning: unknown[] = [];
  const answer: JsonObject = {};
  let called: unknown;
  let reason: unknown = null;
  for (const entry of "messages" in whole ? asList(whole.messages) : [whole]) {
    const event = reshape(needObject(entry, "a message"));
    if (event.error !== undefined) throw new RejectedAnswer(readProblem(200, JSON.stringify(event), {}));
    answer.id ??= event.id;
    answer.usage = event.usage ?? answer.usage;
    const choice = asObject(asList(event.choices)[0]);
    const delta = asObject(choice?.delta);
    texts.push(delta?.content);
    reasoning.push(delta?.reasoning_content);
    called = delta?.function_call ?? called;
    reason = choice?.finish_reason ?? reason;
  }
  if (reason === null) throw new UnreadableAnswer("the answer broke off");
  const message = { content: texts.join(""), reasoning_content: reasoning.join(""), function_call: called };
  answer.choices = [{ index: 0, message, finish_reason: called ? "function_call" : reason }];
  return readChatResponse(answer, {});
}

const chat: ChatCapability = {
  buildRequest,
  readResponse: readWhole,
  streamReader: () => createUnmarkedStreamReader(options, readProblem, "done"),
};

/** The websocket interface. */
export const socket: OlderProtocol = {
  chat,
  isSelected: selectsSocket,
  owns: (answer) => answer.header !== undefined || answer.messages !== undefined,
};

import type { ReasoningOptions } from "../../canonical/chat.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { codeText } from "../kit/refine-problem.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import {
  chatInTwoProtocols,
  createUnmarkedStreamReader,
  readResponseOrProblem,
} from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import type { ChannelView, ChatCapability } from "../provider.ts";
import { socket } from "./older-protocol.ts";
import { readProblem } from "./problems.ts";
import { splitKey } from "./read-key.ts";
import { httpModel } from "./spark-models.ts";

const options: CompatibleOptions = {
  path: findPath,
  // A key of three parts is written so (documented for the HTTP interface).
  authorize(channel) {
    const key = splitKey(channel.key);
    return { authorization: `Bearer ${key ? `${key.apiKey}:${key.apiSecret}` : channel.key}` };
  },
  files: false,
  streamOptions: false,
  topK: true,
  renderReasoning: (wish: ReasoningOptions) => ({
    thinking: { type: effortOf(wish) === "none" ? "disabled" : "enabled" },
  }),
  webSearch: () => ({ web_search_options: {} }),
  unknownFields: [
    "n",
    "seed",
    "logprobs",
    "top_logprobs",
    "metadata",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "parallel_tool_calls",
  ],
  reshape,
  adjustBody,
};

/** Reasoning models live under another version; an address that names one keeps it. */
function findPath(endpoint: string, channel: ChannelView, model: string): string {
  if (/\/[vx]\d+$/.test(channel.baseUrl)) return endpoint;
  return `${/^(?:x1|spark-x)/i.test(model) ? "/v2" : "/v1"}${endpoint}`;
}

function adjustBody(body: JsonObject): void {
  body.model = httpModel(String(body.model));
  const tools = asList(body.tools);
  // Otherwise calls come as an object instead of a list.
  if (tools.length > 0) body.tool_calls_switch ??= true;
  if (body.web_search_options === undefined) return;
  delete body.web_search_options;
  body.tools = [...tools, { type: "web_search", web_search: { enable: true } }];
}

/** `code` tells a problem in an answer with status 200; calls of tools may be one object. */
function reshape(answer: JsonObject): JsonObject {
  if (answer.code !== undefined && answer.code !== 0)
    return { error: answer.error ?? { code: codeText(answer.code), message: answer.message } };
  answer.id ??= answer.sid;
  for (const entry of asList(answer.choices)) {
    const choice = asObject(entry);
    for (const message of [asObject(choice?.message), asObject(choice?.delta)])
      if (message && asObject(message.tool_calls)) message.tool_calls = [message.tool_calls];
  }
  return answer;
}

/** The HTTP interface does not say why a stream stopped, and may send its usage after the last word. */
const compatible: ChatCapability = {
  ...compatibleChat(options),
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createUnmarkedStreamReader(options, readProblem, "reason"),
};

/** The HTTP interface, or the websocket where the channel asks for it. */
export const chat: ChatCapability = chatInTwoProtocols(compatible, socket);

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
  // The HTTP interface's documented form of a three-part key.
  authorize(channel) {
    const key = splitKey(channel.key);
    return { authorization: `Bearer ${key ? `${key.apiKey}:${key.apiSecret}` : channel.key}` };
  },
  files: false,
  streamOptions: false,
  topK: true,
  renderReasoning: (reasoning: ReasoningOptions) => ({
    thinking: { type: effortOf(reasoning) === "none" ? "disabled" : "enabled" },
  }),
  webSearch: () => ({ web_search_options: {} }),
  unsupportedFields: [
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

/** Reasoning models have another version in their path; a base with a version keeps it. */
function findPath(endpoint: string, channel: ChannelView, model: string): string {
  if (/\/[vx]\d+$/.test(channel.baseUrl)) return endpoint;
  return `${/^(?:x1|spark-x)/i.test(model) ? "/v2" : "/v1"}${endpoint}`;
}

function adjustBody(body: JsonObject): void {
  body.model = httpModel(String(body.model));
  const tools = asList(body.tools);
  // Without it, tool calls arrive as an object instead of a list.
  if (tools.length > 0) body.tool_calls_switch ??= true;
  if (body.web_search_options === undefined) return;
  delete body.web_search_options;
  body.tools = [...tools, { type: "web_search", web_search: { enable: true } }];
}

/** `code` marks a problem in an answer with status 200; tool calls may be a single object. */
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

/** The HTTP interface sends no stop reason in streams, and may send its usage after the last text. */
const compatible: ChatCapability = {
  ...compatibleChat(options),
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createUnmarkedStreamReader(options, readProblem, "reason"),
};

/** The HTTP interface, or the websocket if the channel selects it. */
export const chat: ChatCapability = chatInTwoProtocols(compatible, socket);

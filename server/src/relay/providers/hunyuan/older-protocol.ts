import type { ChatCall } from "../../canonical/chat.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { codeText } from "../kit/refine-problem.ts";
import {
  createUnmarkedStreamReader,
  type OlderProtocol,
  readResponseOrProblem,
} from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { chatToWire } from "../openai-compatible/to-wire.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { readProblem } from "./problems.ts";
import { toPascal, toSnake } from "./rename-fields.ts";
import { signTc3 } from "./sign-tc3.ts";
import { renderReasoning } from "./render-reasoning.ts";

const compatibleAddress = "https://api.hunyuan.cloud.tencent.com";
const cloudAddress = "https://hunyuan.tencentcloudapi.com";

const options: CompatibleOptions = {
  files: false,
  streamOptions: false,
  renderReasoning: (reasoning) => ({ enable_thinking: renderReasoning(reasoning).enable_thinking }),
  // The output limit is the model's own, and there is no JSON mode.
  unsupportedFields: [
    "max_tokens",
    "response_format",
    "frequency_penalty",
    "presence_penalty",
    "n",
    "logprobs",
    "top_logprobs",
    "parallel_tool_calls",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "metadata",
    "user",
    "web_search_options",
  ],
  webSearch: () => ({ force_search_enhancement: true, enable_enhancement: true }),
  reshape,
};

/** True if the channel selects Tencent Cloud API 3.0: by its option, or by a two-part key. */
export function selectsCloudApi(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy") || channel.key.includes("|");
}

function buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { body, dropped } = chatToWire(call, options);
  addCustomParameters(body, channel, call.model);
  if (typeof body.stop === "string") body.stop = [body.stop];
  for (const tool of asList(body.tools)) {
    const fn = asObject(asObject(tool)?.function);
    // Schemas are sent as text, whose fields are not renamed.
    if (fn) fn.parameters = JSON.stringify(fn.parameters ?? { type: "object", properties: {} });
  }
  chooseTool(body, dropped);
  const wire = toPascal({ ...body, messages: asList(body.messages).map(toMessage) });
  const [secretId = "", secretKey = ""] = channel.key.split("|").map((part) => part.trim());
  const request: UpstreamRequest = {
    method: "POST",
    url: `${channel.baseUrl.startsWith(compatibleAddress) ? cloudAddress : channel.baseUrl}/`,
    headers: {
      "content-type": "application/json",
      accept: call.stream ? "text/event-stream" : "application/json",
      "x-tc-action": "ChatCompletions",
      "x-tc-version": "2023-09-01",
    },
    body: JSON.stringify(wire),
    sign(signed, now) {
      signTc3(signed, { secretId, secretKey, service: "hunyuan" }, now);
    },
  };
  return nameDropped(request, dropped);
}

/** A forced tool is named in a separate field. */
function chooseTool(body: JsonObject, dropped: Set<string>): void {
  const name = asObject(asObject(body.tool_choice)?.function)?.name;
  if (name === undefined) {
    if (body.tool_choice !== "required") return;
    body.tool_choice = "auto";
    dropped.add("tool_choice");
    return;
  }
  body.tool_choice = "custom";
  body.custom_tool = asList(body.tools).find((tool) => asObject(asObject(tool)?.function)?.name === name);
}

/** Text goes into `Content`, several parts into `Contents`. */
function toMessage(entry: unknown): JsonObject {
  const { content, ...message } = asObject(entry) ?? {};
  return Array.isArray(content) ? { ...message, contents: content } : { ...message, content: content ?? "" };
}

/** `{ Response: { Choices, Usage … } }`; an event of a stream has no such frame. Problems have status 200. */
function reshape(answer: JsonObject): JsonObject {
  const response = asObject(answer.Response) ?? answer;
  const problem = asObject(response.Error) ?? asObject(response.ErrorMsg);
  if (problem) return { error: { code: codeText(problem.Code), message: problem.Message ?? problem.Msg } };
  return toSnake(response) as JsonObject;
}

const chat: ChatCapability = {
  buildRequest,
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createUnmarkedStreamReader(options, readProblem, "done"),
};

/** ChatCompletions of Tencent Cloud API 3.0. */
export const cloudApi: OlderProtocol = {
  chat,
  isSelected: selectsCloudApi,
  owns: (answer) =>
    answer.Response !== undefined || answer.Choices !== undefined || answer.ErrorMsg !== undefined,
};

import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { buildJsonRequest, compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import {
  chatInTwoProtocols,
  createUnmarkedStreamReader,
  nativeUnlessOlder,
  type OlderProtocol,
  readResponseOrProblem,
} from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { chatToWire } from "../openai-compatible/to-wire.ts";
import type { ChannelView, ChatCapability, NativeCapability } from "../provider.ts";
import { accountUrl, authorize, runUrl } from "./address.ts";
import { readProblem } from "./problems.ts";

const unsupportedFields = [
  "service_tier",
  "prompt_cache_key",
  "verbosity",
  "metadata",
  "user",
  "web_search_options",
];
const options: CompatibleOptions = { authorize, files: false, unsupportedFields, readProblem };
const runOptions: CompatibleOptions = {
  authorize,
  topK: true,
  files: false,
  streamOptions: false,
  renderReasoning: () => undefined,
  unsupportedFields: [
    ...unsupportedFields,
    "n",
    "logprobs",
    "top_logprobs",
    "parallel_tool_calls",
    "stop",
    "tool_choice",
  ],
  reshape,
};

/** `{ result: { response, tool_calls, usage }, success }`; an event of a stream has no such frame. */
function reshape(answer: JsonObject): JsonObject {
  if (answer.success === false)
    return { error: asList(answer.errors)[0] ?? { message: "no reason was given" } };
  const result = asObject(answer.result) ?? answer;
  // Newer models answer in OpenAI's format here too.
  if (Array.isArray(result.choices)) return result;
  if (result.response === undefined && result.tool_calls === undefined && result.usage === undefined)
    return answer;
  const calls = asList(result.tool_calls).map((entry, index) => {
    const call = asObject(entry);
    return call?.function === undefined
      ? { index, function: { name: call?.name, arguments: call?.arguments } }
      : call;
  });
  // With JSON output, a model returns the object itself.
  const content =
    typeof result.response === "object" && result.response !== null
      ? JSON.stringify(result.response)
      : result.response;
  const message: JsonObject = { content: typeof content === "number" ? String(content) : content };
  if (calls.length > 0) message.tool_calls = calls;
  return { choices: [{ index: 0, message, finish_reason: null }], usage: result.usage };
}

const compatible = compatibleChat(options);

/** The URL contains the account from the key. */
const compatibleAtAccount: ChatCapability = {
  ...compatible,
  buildRequest: (call, channel) => ({
    ...compatible.buildRequest(call, channel),
    url: accountUrl(channel, "/v1/chat/completions"),
  }),
};

const run: OlderProtocol = {
  isSelected: selectsRun,
  owns: (answer) => answer.result !== undefined || answer.response !== undefined || answer.success === false,
  chat: {
    buildRequest(call, channel) {
      const { body, dropped } = chatToWire(call, runOptions);
      const { model: _inTheAddress, ...fields } = body;
      addCustomParameters(fields, channel, call.model);
      const url = runUrl(channel, call.model);
      const request = buildJsonRequest(runOptions, channel, {
        url,
        stream: call.stream,
        body: JSON.stringify(fields),
      });
      return nameDropped(request, dropped);
    },
    readResponse: (body) => readResponseOrProblem(body, runOptions, readProblem),
    streamReader: () => createUnmarkedStreamReader(runOptions, readProblem, "reason"),
  },
};

function selectsRun(channel: ChannelView): boolean {
  return isSwitchedOn(channel, "protocol", "legacy");
}

/** Chat Completions, or a model's own endpoint if the channel selects it. */
export const chat: ChatCapability = chatInTwoProtocols(compatibleAtAccount, run);

const passed = compatibleNative(options);

export const native: NativeCapability = nativeUnlessOlder(
  {
    ...passed,
    buildRequest: (call, channel) => ({
      ...passed.buildRequest(call, channel),
      url: accountUrl(channel, "/v1/chat/completions"),
    }),
  },
  selectsRun,
);

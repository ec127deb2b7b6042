import type { ChatCall } from "../../canonical/chat.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import { chatInTwoProtocols, nativeUnlessOlder } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChannelView, ChatCapability, NativeCapability } from "../provider.ts";
import { dashScope } from "./older-protocol.ts";
import { readProblem } from "./problems.ts";
import { searchesWeb, selectsDashScope } from "./protocol.ts";
import { renderReasoning, thinksOnlyInStreams } from "./render-reasoning.ts";

/** How the compatible API differs from OpenAI's. */
export const options: CompatibleOptions = {
  path: (endpoint, channel) =>
    channel.baseUrl.includes("/compatible-mode") ? `/v1${endpoint}` : `/compatible-mode/v1${endpoint}`,
  reasoningInput: "reasoning_content",
  cacheMarks: true,
  topK: true,
  renderReasoning,
  webSearch: () => ({ enable_search: true }),
  unsupportedFields: [
    "frequency_penalty",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "metadata",
    "user",
  ],
  readProblem,
  reshape: nameCacheWrites,
  adjustBody,
};

function adjustBody(body: JsonObject, channel: ChannelView, dropped: Set<string>): void {
  if (body.web_search_options !== undefined) {
    delete body.web_search_options;
    body.enable_search = true;
  }
  if (searchesWeb(String(body.model), channel)) body.enable_search ??= true;
  for (const tool of asList(body.tools)) {
    const entry = asObject(tool);
    if (entry?.cache_control === undefined) continue;
    delete entry.cache_control;
    dropped.add("tools.cache_control");
  }
  for (const message of asList(body.messages))
    for (const part of asList(asObject(message)?.content)) forgetTtl(asObject(part), dropped);
}

/** Marked prefixes are cached for five minutes, and only messages can be marked. */
function forgetTtl(part: JsonObject | undefined, dropped: Set<string>): void {
  const mark = asObject(part?.cache_control);
  if (mark?.ttl === undefined) return;
  if (mark.ttl !== "5m") dropped.add("cache_control.ttl");
  delete mark.ttl;
}

/** Renames the cache writes of a marked prefix, and its reads, which usage reports like automatic caching. */
function nameCacheWrites(answer: JsonObject): JsonObject {
  const details = asObject(asObject(answer.usage)?.prompt_tokens_details);
  if (details?.cache_creation_input_tokens === undefined && details?.cache_type === undefined) return answer;
  details.cached_write_tokens ??= details.cache_creation_input_tokens;
  // Reads of marked prefixes have their own price.
  if (details.cache_type === "ephemeral") details.cached_read_tokens ??= details.cached_tokens;
  return answer;
}

const compatible = compatibleChat(options);

const compatibleFixed: ChatCapability = {
  ...compatible,
  buildRequest(call, channel) {
    if (call.stream || !thinksOnlyInStreams(call.model)) return compatible.buildRequest(call, channel);
    const { reasoning, ...rest } = call;
    const unthinking: ChatCall = { ...rest, reasoning: { effort: "none" } };
    const request = compatible.buildRequest(unthinking, channel);
    if (reasoning === undefined || reasoning.effort === "none") return request;
    return nameDropped(request, [...(request.dropped ?? []), "reasoning_effort"]);
  },
};

/** Chat Completions, or DashScope's own API if the channel selects it. */
export const chat: ChatCapability = chatInTwoProtocols(compatibleFixed, dashScope);

const passed = compatibleNative(options);

/** Disabled if fields must be added to the caller's own body. */
export const native: NativeCapability = nativeUnlessOlder(
  {
    ...passed,
    supports: (format, model, channel) =>
      passed.supports(format, model, channel) && !searchesWeb(model, channel) && !thinksOnlyInStreams(model),
    readUsage(body, previous, format) {
      const answer = asObject(body);
      return passed.readUsage(answer && nameCacheWrites(answer), previous, format);
    },
  },
  selectsDashScope,
);

import type { ChatCall, ReasoningOptions } from "../../canonical/chat.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { asFilledText, asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { readResponseOrProblem } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { createChatStreamReader } from "../openai-compatible/stream-reader.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import { CannotServe, type ChannelView, type ChatCapability } from "../provider.ts";
import { readProblem } from "./problems.ts";
import { signIfSelected } from "./sign-jwt.ts";

/** How the API differs from OpenAI's. */
export const options: CompatibleOptions = {
  path: (endpoint, channel) =>
    channel.baseUrl.includes("/paas") ? `/v4${endpoint}` : `/api/paas/v4${endpoint}`,
  reasoningInput: "reasoning_content",
  jsonSchema: false,
  files: false,
  // The last event always contains usage.
  streamOptions: false,
  renderReasoning,
  // `adjustBody` converts it to the vendor's tool.
  webSearch: () => ({ web_search_options: {} }),
  unsupportedFields: [
    "frequency_penalty",
    "presence_penalty",
    "seed",
    "n",
    "logprobs",
    "top_logprobs",
    "parallel_tool_calls",
    "service_tier",
    "prompt_cache_key",
    "verbosity",
    "metadata",
  ],
  reshape,
  adjustBody,
};

function renderReasoning(reasoning: ReasoningOptions, model: string): JsonObject {
  const effort = effortOf(reasoning);
  if (effort === "none") return { thinking: { type: "disabled" } };
  const fields: JsonObject = { thinking: { type: "enabled" } };
  if (supportsEffort.test(model) && reasoning.effort !== undefined)
    fields.reasoning_effort = reasoning.effort;
  return fields;
}

const supportsEffort = /^glm-(?:5\.[2-9]|[6-9])/;

function adjustBody(body: JsonObject, channel: ChannelView, dropped: Set<string>): void {
  const model = String(body.model);
  for (const field of ["temperature", "top_p"]) {
    const value = body[field];
    if (typeof value === "number") body[field] = Math.min(Math.max(value, 0.01), 0.99);
  }
  if (body.user !== undefined) {
    body.user_id = body.user;
    delete body.user;
  }
  if (typeof body.stop === "string") body.stop = [body.stop];
  adjustToolChoice(body, dropped);
  const tools = [...asList(body.tools), ...vendorTools(body, model, channel)];
  delete body.web_search_options;
  if (tools.length > 0) body.tools = tools;
  if (model.startsWith("glm-4v")) bareImages(body);
}

/** The API supports only the tool choice `auto`. */
function adjustToolChoice(body: JsonObject, dropped: Set<string>): void {
  if (body.tool_choice === undefined || body.tool_choice === "auto") return;
  if (body.tool_choice === "none") delete body.tools;
  else dropped.add("tool_choice");
  delete body.tool_choice;
}

/** Server tools that the channel's options enable: https://docs.z.ai/api-reference/llm/chat-completion */
function vendorTools(body: JsonObject, model: string, channel: ChannelView): JsonObject[] {
  const tools: JsonObject[] = [];
  const { retrieval, code_interpreter: code } = channel.plugin;
  const knowledge = asFilledText(retrieval?.knowledge_id);
  if (knowledge !== undefined) {
    const template = asFilledText(retrieval?.prompt_template);
    const knowledgeBase = {
      knowledge_id: knowledge,
      ...(template === undefined ? {} : { prompt_template: template }),
    };
    tools.push({ type: "retrieval", retrieval: knowledgeBase });
  }
  const isRequested = body.web_search_options !== undefined || isSwitchedOn(channel, "web_search", "enable");
  const isPresent = asList(body.tools).some((tool) => asObject(tool)?.type === "web_search");
  if (isRequested && !isPresent)
    tools.push({ type: "web_search", web_search: { enable: true, search_engine: "search_std" } });
  if (!model.includes("alltools")) return tools;
  if (isSwitchedOn(channel, "web_browser", "enable")) tools.push({ type: "web_browser" });
  if (isSwitchedOn(channel, "drawing_tool", "enable")) tools.push({ type: "drawing_tool" });
  const sandbox = asFilledText(code?.sandbox);
  if (sandbox !== undefined) tools.push({ type: "code_interpreter", code_interpreter: { sandbox } });
  return tools;
}

/** The first vision models accept the bytes without the prefix of a data URL. */
function bareImages(body: JsonObject): void {
  for (const message of asList(body.messages))
    for (const part of asList(asObject(message)?.content)) {
      const image = asObject(asObject(part)?.image_url);
      if (typeof image?.url === "string") image.url = image.url.replace(/^data:[^,]*;base64,/, "");
    }
}

/** Converts finish reasons that only this vendor has. */
function reshape(answer: JsonObject): JsonObject {
  for (const entry of asList(answer.choices)) {
    const choice = asObject(entry);
    if (choice?.finish_reason === "model_context_window_exceeded") choice.finish_reason = "context_length";
    else if (choice?.finish_reason === "network_error")
      answer.error ??= { code: "network_error", message: "the model's answer was interrupted" };
  }
  return answer;
}

const compatible = compatibleChat(options);

/** Chat Completions with the vendor's limits; the tools of `glm-4-alltools` work in streams only. */
export const chat: ChatCapability = {
  ...compatible,
  buildRequest(call: ChatCall, channel) {
    if (call.model.includes("alltools") && !call.stream)
      throw new CannotServe(`The model ${call.model} supports streaming only. Set stream to true.`, "stream");
    return signIfSelected(compatible.buildRequest(call, channel), channel);
  },
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createChatStreamReader(options, (data) => readProblem(200, data, {})),
};

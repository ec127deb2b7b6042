import { openAiFields, openAiTiers, xaiFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { ReasoningOptions } from "../../canonical/chat.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import { chatOrResponses, joinNative } from "../openai-compatible/join-responses.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { effortOf } from "../openai-compatible/to-wire.ts";
import { compatibleResponsesChat } from "../openai-responses-compatible/chat.ts";
import { compatibleResponsesNative } from "../openai-responses-compatible/native.ts";
import { readProblem } from "../openai-responses-compatible/problems.ts";
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {
  files: false,
  completionLimit: () => true,
  usage: { outputIsTotalLessPrompt: true },
  renderReasoning,
  unsupportedFields: ["logit_bias", "metadata", "store", "verbosity", "prediction", "web_search_options"],
  adjustBody,
};

/**
 * Grok 3 mini has two efforts, Grok 4.3 and later four; other models reject any:
 * https://docs.x.ai/docs/guides/reasoning
 */
function renderReasoning(reasoning: ReasoningOptions, model: string): JsonObject | undefined {
  const effort = effortOf(reasoning);
  if (effort === undefined) return undefined;
  const isMini = model.startsWith("grok-3-mini");
  if (!isMini && !/^grok-(latest|4\.[3-9](?!\d)|[5-9])/.test(model)) return undefined;
  if (effort === "none") return isMini ? undefined : { reasoning_effort: "none" };
  if (effort === "minimal" || effort === "low") return { reasoning_effort: "low" };
  return { reasoning_effort: effort === "medium" && !isMini ? "medium" : "high" };
}

/** Reasoning models reject these: https://docs.x.ai/docs/guides/reasoning */
const rejected = ["stop", "frequency_penalty", "presence_penalty"];

function adjustBody(body: JsonObject, _channel: ChannelView, dropped: Set<string>): void {
  if (typeof body.model !== "string" || !/^grok-([4-9]|3-mini)/.test(body.model)) return;
  for (const field of rejected) {
    if (body[field] === undefined) continue;
    delete body[field];
    dropped.add(field);
  }
}

/** xAI reports a wrong key as an invalid argument, by a message only. */
function readProblemOfXai(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamProblem {
  const problem = readProblem(status, body, headers);
  if (status === 400 && /^incorrect(\s|%20)api(\s|%20)key\b/i.test(problem.message)) problem.kind = "auth";
  return problem;
}

/** xAI's Grok. Its completion count excludes reasoning, as the total shows. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...xaiFields], { tiers: openAiTiers }),
  chat: chatOrResponses(compatibleChat(options), compatibleResponsesChat()),
  images: compatibleImages(options, { operations: ["generate"] }),
  native: forwardCalls(
    ["openai-images"],
    options,
    joinNative(compatibleNative(options), compatibleResponsesNative()),
  ),
  account: compatibleAccount(options),
  readProblem: readProblemOfXai,
};

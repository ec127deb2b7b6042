import { compatibleMessages } from "../anthropic-compatible/chat.ts";
import { compatibleMessagesNative } from "../anthropic-compatible/native.ts";
import type { MessagesOptions } from "../anthropic-compatible/options.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asList, type JsonObject } from "../kit/read-json.ts";
import { encodeStrictly } from "../kit/sign-aws-v4.ts";
import type { ChannelView, ChatCapability, NativeCapability, UpstreamRequest } from "../provider.ts";
import { authorize, runtimeUrl } from "./access.ts";
import { bedrockId, isClaude } from "./model-ids.ts";
import { readProblem } from "./problems.ts";
import { reframeClaude } from "./reframe.ts";
import { createBedrockSplitter, exceptionEvent } from "./splitter.ts";

/**
 * Claude in its own format: the path contains model and stream, the body version and betas
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html).
 */
const options: MessagesOptions = {
  url: ({ model, stream }, channel) =>
    runtimeUrl(
      channel,
      `/model/${encodeStrictly(bedrockId(model))}/${stream ? "invoke-with-response-stream" : "invoke"}`,
    ),
  headers: ({ stream }) => ({
    accept: stream ? "application/vnd.amazon.eventstream" : "application/json",
  }),
  adjustBody(body, { betas }) {
    delete body.model;
    delete body.stream;
    body.anthropic_version = "bedrock-2023-05-31";
    addBetas(body, betas.filter(isKnownBeta));
  },
  unsupportedFields: ["service_tier"],
  runsTool: (type) => /^(bash|text_editor|computer|memory|tool_search)/.test(type),
  files: false,
  countsTokens: false,
};

const messages = compatibleMessages(options);
const messagesNative = compatibleMessagesNative(options);

/** Claude's chats. AWS may end their stream with an exception. */
export const claudeChat: ChatCapability = {
  sentAs: () => "anthropic-messages",
  buildRequest: (call, channel) => finish(messages.buildRequest(call, channel), channel, {}),
  readResponse: messages.readResponse,
  streamReader(call) {
    const reader = messages.streamReader(call);
    return {
      read: (event) =>
        event.event === exceptionEvent
          ? [{ type: "problem", problem: readProblem(200, event.data, {}) }]
          : reader.read(event),
      end: () => reader.end(),
    };
  },
  splitter: createBedrockSplitter,
};

/**
 * Messages on both sides: the body is forwarded except fields that Bedrock expects elsewhere, a stream gets the framing
 * of server-sent events.
 */
export const native: NativeCapability = {
  supports: (format, model) => format === "anthropic-messages" && isClaude(model),
  // Bedrock fetches no URLs; the translated path does.
  acceptsBody: (raw) => !raw.includes('"url"'),
  buildRequest: (call, channel) => finish(messagesNative.buildRequest(call, channel), channel, call.headers),
  needsSignatures: () => true,
  readUsage: messagesNative.readUsage,
  reframe: reframeClaude,
};

function finish(
  request: UpstreamRequest,
  channel: ChannelView,
  given: Readonly<Record<string, string>>,
): UpstreamRequest {
  const unknown = (given["anthropic-beta"] ?? "")
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => beta !== "" && !isKnownBeta(beta));
  const betas = unknown.map((beta) => `anthropic-beta.${beta}`);
  return authorize(nameDropped(request, [...(request.dropped ?? []), ...betas]), channel);
}

/** Betas that Bedrock documents, with any date. It rejects a call with any other. */
function isKnownBeta(beta: string): boolean {
  return knownBetas.test(beta);
}

const knownBetas =
  /^(computer-use|token-efficient-tools|interleaved-thinking|output-128k|dev-full-thinking|context-1m|context-management|effort|tool-search-tool|tool-examples|fine-grained-tool-streaming|compact)-\d{4}-\d{2}-\d{2}$/;

function addBetas(body: JsonObject, betas: readonly string[]): void {
  const all = new Set([...asList(body.anthropic_beta), ...betas]);
  if (all.size > 0) body.anthropic_beta = [...all];
}

import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI, type GenerateContentResponse } from "@google/genai";
import OpenAI from "openai";
import { ChatCompletionStream } from "openai/lib/ChatCompletionStream";
import { ResponseStream } from "openai/lib/responses/ResponseStream";
import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages";
import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions";
import type { Response, ResponseStreamEvent } from "openai/resources/responses/responses";
import type { FormatId } from "../../src/relay/format-ids.ts";
import type { Recorded } from "./read-recording.ts";
import { meaningOf } from "./responses-meaning.ts";

/** A response as an official SDK reads it. */
export interface SdkAnswer {
  /** The whole response, or the accumulator's result; undefined if it rejected the stream. */
  value: unknown;
  /** Events of a stream. */
  events: unknown[];
  /** The accumulator's error. */
  refused?: string;
}

/** A client format, used through its vendor's SDK. */
export interface Ingress {
  format: FormatId;
  whole(model: string): Promise<SdkAnswer>;
  stream(model: string): Promise<SdkAnswer>;
  /** The response in the terms of recordings. */
  read(answer: SdkAnswer): Said;
}

/** `finish` is the finish reason that the format supports. */
export type Said = Required<
  Pick<Recorded, "text" | "reasoning" | "tools" | "finish" | "usage" | "refusal" | "signatureValues">
>;

/**
 * A signature of another dialect has a prefix with its origin, and with its use if the format has no field for that.
 */
const mark = /^tollgate\.[a-z-]+\.(call:|text:|sealed:|encrypted:[^:]*:)?/;

/** The field contains bytes: a prefixed signature is base64 as a whole. */
function decoded(signature: string): string {
  const text = Buffer.from(signature, "base64").toString("utf8");
  return text.startsWith("tollgate.") ? text : signature;
}
const unmarked = (signatureValues: string[]): string[] =>
  signatureValues.map((signature) => signature.replace(mark, ""));

/** The official SDKs with a base URL: the server's, or an upstream's for comparison. */
export function connectSdks(address: string, key: string): Ingress[] {
  return [
    chatIngress(address, key),
    responsesIngress(address, key),
    messagesIngress(address, key),
    geminiIngress(address, key),
  ];
}

const question = "What is the weather?";
const messages = [{ role: "user" as const, content: question }];

/** Plain JSON, without the SDK's additions to objects. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Accumulators throw at unknown content; the error is part of the result. */
async function attempt(events: unknown[], act: () => Promise<unknown>): Promise<SdkAnswer> {
  try {
    return { value: plain(await act()), events };
  } catch (error) {
    return { value: undefined, events, refused: (error as Error).message };
  }
}

function chatIngress(address: string, apiKey: string): Ingress {
  const client = new OpenAI({ baseURL: `${address}/v1`, apiKey, maxRetries: 0 });
  return {
    format: "openai-chat",
    whole: async (model) => ({
      value: plain(await client.chat.completions.create({ model, messages })),
      events: [],
    }),
    async stream(model) {
      const request = { model, messages, stream: true as const, stream_options: { include_usage: true } };
      const [one, other] = (await client.chat.completions.create(request)).tee();
      const events: ChatCompletionChunk[] = [];
      for await (const chunk of one) events.push(chunk);
      const accumulator = ChatCompletionStream.fromReadableStream(other.toReadableStream());
      return attempt(plain(events), () => accumulator.finalChatCompletion());
    },
    read: readChat,
  };
}

/** Fields beyond the SDK's types: the gateway's documented fields for reasoning and signatures. */
interface Thinking {
  reasoning_content?: string;
  reasoning_details?: { signature?: string; data?: string }[];
  extra_content?: { google?: { thought_signature?: string } };
  tool_calls?: Thinking[];
}

function readChat({ value, events }: SdkAnswer): Said {
  const { choices, usage } = value as ChatCompletion;
  const { message, finish_reason: finish } = choices[0]!;
  const chunks = events as ChatCompletionChunk[];
  const spoken: Thinking[] =
    chunks.length > 0
      ? chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta as Thinking))
      : [message as Thinking];
  const googles = (part: Thinking) => part.extra_content?.google?.thought_signature ?? [];
  return {
    text: message.content ?? "",
    reasoning: spoken.map((part) => part.reasoning_content ?? "").join(""),
    tools: (message.tool_calls ?? []).map((call) => {
      if (call.type !== "function") throw new Error(`a ${call.type} call`);
      return { name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown };
    }),
    finish: finish as Recorded["finish"],
    usage: usage
      ? {
          prompt: usage.prompt_tokens,
          cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
          completion: usage.completion_tokens,
        }
      : undefined,
    refusal: message.refusal ?? "",
    signatureValues: unmarked(
      spoken.flatMap((part) => [
        ...(part.reasoning_details ?? []).flatMap((detail) => detail.signature ?? detail.data ?? []),
        ...[googles(part)].flat(),
        ...(part.tool_calls ?? []).flatMap(googles),
      ]),
    ),
  };
}

function responsesIngress(address: string, apiKey: string): Ingress {
  const client = new OpenAI({ baseURL: `${address}/v1`, apiKey, maxRetries: 0 });
  return {
    format: "openai-responses",
    whole: async (model) => ({
      value: plain(await client.responses.create({ model, input: question })),
      events: [],
    }),
    async stream(model) {
      const request = { model, input: question, stream: true as const };
      const [one, other] = (await client.responses.create(request)).tee();
      const events: ResponseStreamEvent[] = [];
      for await (const event of one) events.push(event);
      const accumulator = ResponseStream.fromReadableStream(other.toReadableStream());
      return attempt(plain(events), () => accumulator.finalResponse());
    },
    read: readResponse,
  };
}

function readResponse({ value }: SdkAnswer): Said {
  const response = value as Response;
  const said = meaningOf(response);
  const cut = said.reason === "content_filter" ? "content_filter" : "length";
  return {
    text: said.text,
    reasoning: said.reasoning.map((item) => item.text).join(""),
    tools: said.calls.map((call) => ({ name: String(call.name), arguments: call.input })),
    finish: said.status === "incomplete" ? cut : said.calls.length > 0 ? "tool_calls" : "stop",
    usage: said.usage && {
      prompt: said.usage.input as number,
      cached: said.usage.cached as number,
      completion: said.usage.output as number,
    },
    refusal: said.refusal,
    signatureValues: unmarked(said.reasoning.flatMap((item) => (item.encrypted as string | undefined) ?? [])),
  };
}

function messagesIngress(address: string, apiKey: string): Ingress {
  const client = new Anthropic({ baseURL: address, apiKey, maxRetries: 0 });
  const requestBody = (model: string) => ({ model, max_tokens: 1000, messages });
  return {
    format: "anthropic-messages",
    whole: async (model) => ({
      value: plain(await client.beta.messages.create(requestBody(model))),
      events: [],
    }),
    async stream(model) {
      const events: unknown[] = [];
      const stream = client.beta.messages.stream(requestBody(model));
      stream.on("streamEvent", (event) => events.push(plain(event)));
      return attempt(events, () => stream.finalMessage());
    },
    read: readMessage,
  };
}

const messageFinishes: Record<string, Recorded["finish"]> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "tool_calls",
  refusal: "content_filter",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};

function readMessage({ value }: SdkAnswer): Said {
  const { content, stop_reason: reason, stop_details: details, usage } = value as BetaMessage;
  const read = usage.cache_read_input_tokens ?? 0;
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    tools: content.flatMap((block) =>
      block.type === "tool_use" ? [{ name: block.name, arguments: block.input }] : [],
    ),
    finish: messageFinishes[reason ?? ""] ?? "stop",
    usage: {
      prompt: usage.input_tokens + read + (usage.cache_creation_input_tokens ?? 0),
      cached: read,
      completion: usage.output_tokens,
    },
    refusal: details?.type === "refusal" ? (details.explanation ?? "") : "",
    signatureValues: unmarked(
      content.flatMap((block) =>
        block.type === "thinking"
          ? block.signature || []
          : block.type === "redacted_thinking"
            ? block.data
            : [],
      ),
    ),
  };
}

function geminiIngress(address: string, apiKey: string): Ingress {
  const client = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: address } });
  return {
    format: "gemini-generate",
    whole: async (model) => ({
      value: undefined,
      events: [plain(await client.models.generateContent({ model, contents: question }))].map(withoutHttp),
    }),
    async stream(model) {
      const events: GenerateContentResponse[] = [];
      for await (const event of await client.models.generateContentStream({ model, contents: question }))
        events.push(plain(event));
      return { value: undefined, events: events.map(withoutHttp) };
    },
    read: readGenerated,
  };
}

/** The SDK keeps the headers of the response. */
function withoutHttp(event: GenerateContentResponse): GenerateContentResponse {
  const { sdkHttpResponse: _http, ...rest } = event;
  return rest as GenerateContentResponse;
}

const filters = /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY)$/;

/** The SDK has no accumulator: its caller concatenates the parts, and uses the last usage. */
function readGenerated({ events }: SdkAnswer): Said {
  const answers = events as GenerateContentResponse[];
  const candidates = answers.flatMap((answer) => answer.candidates?.find(({ index }) => !index) ?? []);
  const parts = candidates.flatMap((candidate) => candidate.content?.parts ?? []);
  const tools = parts.flatMap(({ functionCall: call }) =>
    call ? [{ name: call.name ?? "", arguments: call.args ?? {} }] : [],
  );
  const reason = candidates.findLast((candidate) => candidate.finishReason)?.finishReason ?? "";
  const last = reason === "MAX_TOKENS" ? "length" : filters.test(reason) ? "content_filter" : "stop";
  const usage = answers.findLast((answer) => answer.usageMetadata)?.usageMetadata;
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    reasoning: parts.map((part) => (part.thought ? (part.text ?? "") : "")).join(""),
    tools,
    finish: last === "stop" && tools.length > 0 ? "tool_calls" : last,
    usage: usage && {
      prompt: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
      cached: usage.cachedContentTokenCount ?? 0,
      completion: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    },
    refusal: "",
    signatureValues: unmarked(
      parts.flatMap((part) => (part.thoughtSignature ? decoded(part.thoughtSignature) : [])),
    ),
  };
}

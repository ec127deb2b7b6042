import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { createJsonOrSseSplitter } from "../../event-stream/json-or-sse-splitter.ts";
import { asObject, type JsonObject, needObject } from "../kit/read-json.ts";
import { RefusedAnswer } from "../kit/refused-answer.ts";
import {
  type ChannelView,
  type ChatCapability,
  type NativeCapability,
  type StreamReader,
} from "../provider.ts";
import { readChatResponse } from "./from-wire.ts";
import type { CompatibleOptions } from "./options.ts";
import { createChatStreamReader } from "./stream-reader.ts";

type ReadProblem = (status: number, body: string, headers: Record<string, string>) => UpstreamProblem;

/** The protocol that a vendor had before it took up Chat Completions; some channels still ask for it. */
export interface OlderProtocol {
  chat: ChatCapability;
  /** True if this channel asks for the older protocol. */
  isWanted(channel: ChannelView): boolean;
  /** True for an answer or an event of the older protocol: those who read answers know nothing of the channel. */
  owns(answer: JsonObject): boolean;
}

/** Chat with a vendor that speaks Chat Completions by default and its older protocol where the channel asks for it. */
export function chatInTwoProtocols(compatible: ChatCapability, older: OlderProtocol): ChatCapability {
  const owns = (answer: unknown): boolean => {
    const object = asObject(answer);
    return object !== undefined && older.owns(object);
  };
  return {
    sentAs: (model, channel) => (older.isWanted(channel) ? undefined : compatible.sentAs?.(model, channel)),
    buildRequest: (call, channel) =>
      (older.isWanted(channel) ? older.chat : compatible).buildRequest(call, channel),
    readResponse: (body, call) => (owns(body) ? older.chat : compatible).readResponse(body, call),
    streamReader(call) {
      let reader: StreamReader | undefined;
      return {
        read(event) {
          // The first event tells whose the stream is.
          reader ??= (owns(tryParse(event.data)) ? older.chat : compatible).streamReader(call);
          return reader.read(event);
        },
        end: () => reader?.end() ?? [],
      };
    },
    splitter: createJsonOrSseSplitter,
    ...(compatible.needsInline && { needsInline: compatible.needsInline }),
  };
}

/** The native path of such a vendor: closed where the channel asks for the older protocol. */
export function nativeUnlessOlder(
  native: NativeCapability,
  isOlderWanted: (channel: ChannelView) => boolean,
): NativeCapability {
  return {
    ...native,
    speaks: (format, model, channel) => !isOlderWanted(channel) && native.speaks(format, model, channel),
  };
}

/**
 * A whole answer of a vendor that hides problems in answers with status 200; `options.reshape` puts them into `error`.
 * @throws RefusedAnswer with the vendor's own reason
 */
export function readResponseOrProblem(body: unknown, options: CompatibleOptions, readProblem: ReadProblem) {
  const told = needObject(body, "the answer");
  const shaped = options.reshape?.(told) ?? told;
  if (shaped.error != null)
    throw new RefusedAnswer(readProblem(200, JSON.stringify({ error: shaped.error }), {}));
  const { reshape: _done, ...rest } = options;
  return readChatResponse(shaped, rest);
}

/**
 * Reads streams that lack one of the two marks of an end. `lacks: "done"`: the event that says why the last of the `choices` answers stopped
 * is the end. `lacks: "reason"`: `[DONE]` comes, but why the answer stopped may stay untold; then it stopped by itself.
 */
export function createUnmarkedStreamReader(
  options: CompatibleOptions,
  readProblem: ReadProblem,
  lacks: "done" | "reason",
  choices = 1,
): StreamReader {
  const reader = createChatStreamReader(options, (data) => readProblem(200, data, {}));
  let stops = 0;
  let ended = false;
  let calledTools = false;
  return {
    read(event) {
      if (ended) return [];
      const parts = reader.read(event);
      for (const part of parts) {
        if (part.type === "stop") stops++;
        else if (part.type === "tool-call") calledTools = true;
        else if (part.type === "end") ended = true;
      }
      if (ended && stops === 0) parts.unshift(stopOf(calledTools));
      if (lacks === "done" && !ended && stops >= choices) {
        ended = true;
        parts.push({ type: "end" });
      }
      return parts;
    },
    // What marks the end of these is seen above; nothing else does.
    end: () => [],
  };
}

function stopOf(calledTools: boolean): ChatStreamPart {
  return { type: "stop", choice: 0, reason: calledTools ? "tool-calls" : "stop" };
}

function tryParse(data: string): unknown {
  try {
    return parseBounded(data);
  } catch {
    return undefined;
  }
}

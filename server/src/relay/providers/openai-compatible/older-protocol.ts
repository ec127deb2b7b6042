import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import type { UpstreamProblem } from "../../canonical/problem.ts";
import { createJsonOrSseSplitter } from "../../event-stream/json-or-sse-splitter.ts";
import { asObject, type JsonObject, needObject } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
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

/** A vendor's protocol from before it supported Chat Completions; some channels still select it. */
export interface OlderProtocol {
  chat: ChatCapability;
  /** True if this channel selects the older protocol. */
  isSelected(channel: ChannelView): boolean;
  /** True for an answer or event of the older protocol; readers have no channel to check. */
  owns(answer: JsonObject): boolean;
}

/** Chat with a vendor that uses Chat Completions by default and its older protocol if the channel selects it. */
export function chatInTwoProtocols(compatible: ChatCapability, older: OlderProtocol): ChatCapability {
  const owns = (answer: unknown): boolean => {
    const object = asObject(answer);
    return object !== undefined && older.owns(object);
  };
  return {
    sentAs: (model, channel) => (older.isSelected(channel) ? undefined : compatible.sentAs?.(model, channel)),
    buildRequest: (call, channel) =>
      (older.isSelected(channel) ? older.chat : compatible).buildRequest(call, channel),
    readResponse: (body, call) => (owns(body) ? older.chat : compatible).readResponse(body, call),
    streamReader(call) {
      let reader: StreamReader | undefined;
      return {
        read(event) {
          // The first event decides the protocol of the stream.
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

/** The vendor's native path; disabled if the channel selects the older protocol. */
export function nativeUnlessOlder(
  native: NativeCapability,
  isOlderSelected: (channel: ChannelView) => boolean,
): NativeCapability {
  return {
    ...native,
    supports: (format, model, channel) =>
      !isOlderSelected(channel) && native.supports(format, model, channel),
  };
}

/**
 * Parses a whole answer of a vendor that reports problems with status 200; `options.reshape` puts them into `error`.
 * @throws RejectedAnswer with the vendor's own reason
 */
export function readResponseOrProblem(body: unknown, options: CompatibleOptions, readProblem: ReadProblem) {
  const answer = needObject(body, "the answer");
  const shaped = options.reshape?.(answer) ?? answer;
  if (shaped.error != null)
    throw new RejectedAnswer(readProblem(200, JSON.stringify({ error: shaped.error }), {}));
  const { reshape: _done, ...rest } = options;
  return readChatResponse(shaped, rest);
}

/**
 * Reads streams that lack one of the two end marks. `lacks: "done"`: the event with the last finish reason of the
 * `choices` answers is the end. `lacks: "reason"`: `[DONE]` is sent, but a finish reason may be missing; then it is a
 * plain stop.
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
    // The end mark is handled above; nothing else ends the stream.
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

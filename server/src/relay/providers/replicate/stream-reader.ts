import type { ChatCall } from "../../canonical/chat.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject, type JsonObject, parseJson } from "../kit/read-json.ts";
import type { StreamReader } from "../provider.ts";
import type { UpstreamEvent } from "../../event-stream/upstream-event.ts";
import { readChat } from "./from-wire.ts";
import { readProblem } from "./problems.ts";

/**
 * Reads a streamed output: events `output` with plain text, `error`, and `done`, which ends it. A model without
 * streaming sends the whole prediction as one unnamed event. Streams report no usage.
 */
export function createOutputReader(call: ChatCall): StreamReader {
  let started = false;
  let ended = false;

  function begin(id = ""): ChatStreamPart[] {
    if (started) return [];
    started = true;
    return [{ type: "start", id, model: call.model }];
  }

  function end(usage: ChatStreamPart[] = []): ChatStreamPart[] {
    ended = true;
    return [{ type: "stop", choice: 0, reason: "stop" }, ...usage, { type: "end" }];
  }

  function readDone(data: string): ChatStreamPart[] {
    const reason = asFilledText(parseObject(data)?.reason);
    if (reason === undefined) return end();
    ended = true;
    const message = `the prediction ended early: ${reason}`;
    return [{ type: "problem", problem: { kind: "server", status: 200, message } }];
  }

  function readWhole(data: string): ChatStreamPart[] {
    const prediction = parseJson(data);
    if (asFilledText(asObject(prediction)?.error))
      return [{ type: "problem", problem: readProblem(200, data, {}) }];
    const result = readChat(prediction, call);
    const text: ChatStreamPart[] = [];
    for (const block of result.choices[0]?.content ?? [])
      if (block.type === "text") text.push({ type: "text", choice: 0, text: block.text });
    const usage: ChatStreamPart[] = result.usage ? [{ type: "usage", usage: result.usage }] : [];
    return [...begin(result.id), ...text, ...end(usage)];
  }

  function readEvent({ event, data }: UpstreamEvent): ChatStreamPart[] {
    switch (event) {
      case "output":
        return [...begin(), ...(data === "" ? [] : [{ type: "text" as const, choice: 0, text: data }])];
      case "error":
        return [{ type: "problem", problem: readProblem(200, data, {}) }];
      case "done":
        return [...begin(), ...readDone(data)];
      case "":
        return readWhole(data);
      default:
        return [];
    }
  }

  return { read: (event) => (ended ? [] : readEvent(event)), end: () => [] };
}

function parseObject(data: string): JsonObject | undefined {
  try {
    return asObject(parseBounded(data));
  } catch {
    return undefined;
  }
}

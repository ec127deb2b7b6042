import type { ConformanceCase } from "./provider-conformance.ts";

/** A response of OpenAI's dialect that stopped for this reason. */
export const stoppedInOpenAiDialect: ConformanceCase["stopped"] = (word) => {
  const frame = { id: "chatcmpl-x", created: 1790000000, model: "test-model" };
  const message = { role: "assistant", content: "Half a" };
  const delta = (value: object, finish: string | null): string =>
    JSON.stringify({
      ...frame,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: value, finish_reason: finish }],
    });
  return {
    body: { ...frame, object: "chat.completion", choices: [{ index: 0, message, finish_reason: word }] },
    lines: [delta(message, null), delta({}, word)],
  };
};

/** OpenAI's names of finish reasons. */
export const openAiStops = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "filter",
} as const;

import type { JsonObject } from "../kit/read-json.ts";
import type { SandboxAnswer, SandboxChoice } from "./compose-answer.ts";

/** The answer as one Chat Completions object. */
export function wholeAnswer(answer: SandboxAnswer): JsonObject {
  return {
    id: answer.id,
    object: "chat.completion",
    created: answer.created,
    model: answer.model,
    choices: answer.choices.map((choice, index) => ({
      index,
      message: {
        role: "assistant",
        content: choice.toolCalls.length > 0 ? null : choice.text,
        refusal: null,
        ...(choice.reasoning === "" ? {} : { reasoning_content: choice.reasoning }),
        ...(choice.toolCalls.length === 0 ? {} : { tool_calls: wireCalls(choice) }),
      },
      logprobs: null,
      finish_reason: choice.finish,
    })),
    usage: wireUsage(answer),
    system_fingerprint: "sandbox",
  };
}

/** The answer as the data of its events, `[DONE]` included. */
export function answerChunks(answer: SandboxAnswer, withUsage: boolean): string[] {
  const chunks: string[] = [];
  const chunk = (choices: unknown[], more: JsonObject = {}): void => {
    chunks.push(
      JSON.stringify({
        id: answer.id,
        object: "chat.completion.chunk",
        created: answer.created,
        model: answer.model,
        system_fingerprint: "sandbox",
        choices,
        ...more,
      }),
    );
  };
  answer.choices.forEach((choice, index) => {
    const delta = (value: JsonObject, finish: string | null = null): void =>
      chunk([{ index, delta: value, logprobs: null, finish_reason: finish }]);
    delta({ role: "assistant", content: choice.toolCalls.length > 0 ? null : "" });
    for (const piece of pieces(choice.reasoning)) delta({ reasoning_content: piece });
    for (const piece of pieces(choice.text)) delta({ content: piece });
    choice.toolCalls.forEach((call, position) => {
      const opening = { name: call.name, arguments: "" };
      delta({ tool_calls: [{ index: position, id: call.id, type: "function", function: opening }] });
      for (const piece of pieces(call.arguments))
        delta({ tool_calls: [{ index: position, function: { arguments: piece } }] });
    });
    delta({}, choice.finish);
  });
  if (withUsage) chunk([], { usage: wireUsage(answer) });
  chunks.push("[DONE]");
  return chunks;
}

/** Word by word, as models do. */
function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === "" ? [] : [text]);
}

function wireCalls(choice: SandboxChoice): JsonObject[] {
  return choice.toolCalls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
}

function wireUsage({ usage }: SandboxAnswer): JsonObject {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: 0 },
  };
}

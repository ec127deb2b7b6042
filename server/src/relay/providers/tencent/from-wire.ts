import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import { codeText } from "../kit/refine-problem.ts";

/**
 * Converts an answer of the first API to Chat Completions: the whole message is in `messages`, a stream's piece in
 * `delta`, and a problem is an `error` object with status 200.
 */
export function toCompletion(answer: JsonObject): JsonObject {
  const problem = asObject(answer.error);
  if (problem !== undefined && problem.code !== undefined && problem.code !== 0)
    return { error: { code: codeText(problem.code), message: problem.message } };
  const { error: _none, ...completion } = answer;
  const created = typeof completion.created === "string" ? Number(completion.created) : completion.created;
  const choices = asList(completion.choices).map((entry) => {
    const choice = asObject(entry);
    const isWhole = asObject(choice?.delta) === undefined || choice?.messages !== undefined;
    const text = isWhole ? { message: choice?.messages ?? choice?.message } : { delta: choice?.delta };
    return { index: choice?.index, ...text, finish_reason: choice?.finish_reason };
  });
  return { ...completion, created, choices };
}

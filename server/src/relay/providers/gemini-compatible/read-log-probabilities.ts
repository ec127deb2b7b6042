import { asList, asObject, asText, type JsonObject } from "../kit/read-json.ts";

/** `logprobsResult` in OpenAI's nesting, which canonical answers use; undefined if there are none. */
export function readLogProbabilities(result: unknown): JsonObject | undefined {
  const given = asObject(result);
  const tops = asList(given?.topCandidates);
  const content = asList(given?.chosenCandidates).map((chosen, index) => ({
    ...readToken(chosen),
    top_logprobs: asList(asObject(tops[index])?.candidates).map(readToken),
  }));
  return content.length > 0 ? { content } : undefined;
}

function readToken(value: unknown): JsonObject {
  const given = asObject(value);
  const token = asText(given?.token) ?? "";
  const logprob = given?.logProbability;
  return { token, logprob: typeof logprob === "number" ? logprob : 0, bytes: [...Buffer.from(token)] };
}

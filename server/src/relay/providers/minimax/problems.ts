import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^(?:1004|2049)$/, "auth"],
  [/^1008$/, "billing"],
  [/^(?:1002|1039|1041|2045|2056)$/, "rate"],
  [/^1001$/, "timeout"],
  [/^(?:1026|1027)$/, "filter"],
  [/^(?:1000|1013|1024|1033)$/, "server"],
  [/^(?:1042|1043|1044|2013|20132|2037|2039|2042|2048)$/, "request"],
];

/** `{ base_resp: { status_code, status_msg } }`, usually with status 200, or OpenAI's error object. */
export const readProblem = createProblemReader(kinds, inOurShape);

/** The problem in an answer with status 200, as an error object; undefined if it has none. */
export function problemInAnswer(answer: JsonObject): JsonObject | undefined {
  const status = asObject(answer.base_resp);
  if (status === undefined || status.status_code === undefined || Number(status.status_code) === 0)
    return undefined;
  return { code: codeText(status.status_code), message: status.status_msg };
}

function inOurShape(body: string): string {
  if (!body.includes("base_resp")) return body;
  try {
    const error = problemInAnswer(asObject(parseBounded(body)) ?? {});
    return error === undefined ? body : JSON.stringify({ error });
  } catch {
    return body;
  }
}

import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asList, asObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^(?:10000|9109|1001|3023|6003)$/, "auth"],
  // The daily free allocation is used up.
  [/^(?:3036|4006)$/, "billing"],
  [/^(?:3040|3043)$/, "overload"],
  [/^(?:3007|3008|3046)$/, "timeout"],
  [/^(?:5004|5005|5006|5007|5016|5018|3003|3006|3039|3041|3042|7000|7003)$/, "request"],
  [/^3030$/, "filter"],
];

/** `{ success: false, errors: [{ code, message }] }`, or OpenAI's error object. */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  if (!body.includes('"errors"')) return body;
  try {
    const first = asObject(asList(asObject(parseBounded(body))?.errors)[0]);
    if (first === undefined) return body;
    const code = first.code === undefined ? undefined : codeText(first.code);
    return JSON.stringify({ error: { code, message: first.message } });
  } catch {
    return body;
  }
}

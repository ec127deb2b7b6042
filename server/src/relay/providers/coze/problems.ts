import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject, type JsonObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^(?:4100|4101|700012006|4015)$/, "auth"],
  [/^(?:4028|4027|4033|4011|4008)$/, "billing"],
  [/^(?:4009|4013|4019|4020)$/, "rate"],
  [/^(?:4000|4001|4002|4016|4200|4202|702242001)$/, "request"],
  [/^(?:5000|5001|5|6)$/, "server"],
];

/**
 * `{ code, msg }` with status 200, a chat that failed (`last_error`), v2's `error_information`, or one of these within `data`.
 */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  let answer: JsonObject | undefined;
  try {
    answer = asObject(parseBounded(body));
  } catch {
    return body;
  }
  const data = asObject(answer?.data);
  const problem =
    asObject(answer?.last_error) ??
    asObject(data?.last_error) ??
    asObject(answer?.error_information) ??
    answer;
  const code = problem?.code ?? problem?.err_code;
  const message = asFilledText(problem?.msg) ?? asFilledText(problem?.err_msg);
  if (code === undefined || message === undefined) return body;
  return JSON.stringify({ error: { code: codeText(code), message } });
}

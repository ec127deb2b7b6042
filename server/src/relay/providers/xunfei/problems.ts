import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^(?:10005|10006|10015|10016|11200|10313|10317)$/, "auth"],
  [/^(?:11201|10140|11203)$/, "rate"],
  [/^(?:10007|10110|11202|10010|10011|10008|10009)$/, "overload"],
  [/^(?:10013|10014|10019)$/, "filter"],
  [/^(?:10003|10004|10163|10404|10907|10910)$/, "request"],
  [/^(?:10000|10001|10002|10012|10222|10223)$/, "server"],
];

/** OpenAI's error object, `{ code, message, sid }` of the HTTP interface, or the header of a websocket message. */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  try {
    const answer = asObject(parseBounded(body));
    if (answer === undefined || answer.error !== undefined) return body;
    const status = asObject(answer.header) ?? answer;
    if (status.code === undefined) return body;
    return JSON.stringify({ error: { code: codeText(status.code), message: status.message } });
  } catch {
    return body;
  }
}

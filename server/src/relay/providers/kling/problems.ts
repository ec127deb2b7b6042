import { tryParse } from "../kit/problem-from-status.ts";
import { asObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

/** app.klingai.com/global/dev/document-api/apiReference/commonInfo */
const kinds: CodeKinds = [
  [/^100\d$/, "auth"],
  [/^110[0-2]$/, "billing"],
  [/^1103$/, "auth"],
  [/^120\d$/, "request"],
  [/^130[01]$/, "filter"],
  [/^130[23]$/, "rate"],
  [/^1304$/, "auth"],
  [/^5001$/, "overload"],
  [/^5002$/, "timeout"],
  [/^5000$/, "server"],
];

/** `{ code, message, request_id }`; a code other than 0 is a problem for any status. */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  const answer = asObject(tryParse(body));
  const code = codeText(answer?.code);
  return code === "" ? body : JSON.stringify({ error: { code, message: answer?.message } });
}

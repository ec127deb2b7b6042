import { type CodeKinds, createProblemReader } from "../kit/refine-problem.ts";

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

/** `{ code, message, request_id }`, where another code than 0 is a problem whatever the status. */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  try {
    const { code, message } = JSON.parse(body) as { code?: unknown; message?: unknown };
    return code === undefined ? body : JSON.stringify({ error: { code: String(code), message } });
  } catch {
    return body;
  }
}

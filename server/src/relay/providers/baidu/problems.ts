import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  // v2 has named codes, the API before it numbers.
  [/^invalid_iam_token$|^invalid_appid$|^(?:6|13|14|15|100|110|111|336005)$/, "auth"],
  [/^(?:17|19|336501|336502|336503)$|balance|overdue|arrear/, "billing"],
  [/^(?:4|18|336504|336505|336507)$|rate_limit|_limit_exceeded/, "rate"],
  [/^(?:336100|336103|336106)$|server_busy|overload/, "overload"],
  [/^(?:336104|336200|336000|2|1)$|internal_error/, "server"],
  [
    /^(?:336101|336102|3|336001|336002|336003|336006|336007|336008)$|^invalid_|^no_parameter_permission$/,
    "request",
  ],
  [/content_(?:filter|unsafe)|unsafe/, "filter"],
];

/** v2 returns OpenAI's error object; the API before it `{ error_code, error_msg }` with status 200. */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  if (!body.includes("error_code") && !body.includes("error_description")) return body;
  try {
    const answer = asObject(parseBounded(body));
    if (answer?.error_code === undefined && answer?.error_description === undefined) return body;
    const code = answer.error_code === undefined ? undefined : codeText(answer.error_code);
    const message = asFilledText(answer.error_msg) ?? answer.error_description;
    const type = asFilledText(answer.error);
    return JSON.stringify({ error: { code, message, type } });
  } catch {
    return body;
  }
}

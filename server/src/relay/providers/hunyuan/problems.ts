import { parseBounded } from "../../canonical/parse-bounded.ts";
import { asObject } from "../kit/read-json.ts";
import { type CodeKinds, codeText, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^AuthFailure|^UnauthorizedOperation/, "auth"],
  [
    /Arrears|ResourceInsufficient|^FailedOperation\.(?:ResourcePackExhausted|ServiceStop|ServiceNotActivated)/,
    "billing",
  ],
  [/^(?:LimitExceeded|RequestLimitExceeded)/, "rate"],
  [/IllegalDetected|Sensitive|ModerationFailed|^4$|^2001$/, "filter"],
  [/^FailedOperation\.(?:EngineServerLimitExceeded|EngineRequestTimeout)|^ResourceUnavailable/, "overload"],
  [/^(?:InternalError|FailedOperation)/, "server"],
  [/^(?:InvalidParameter|MissingParameter|UnknownParameter|UnsupportedOperation|InvalidAction)/, "request"],
];

/** OpenAI's error object, or `{ Response: { Error: { Code, Message } } }` of the cloud API, with status 200. */
export const readProblem = createProblemReader(kinds, inOurShape);

function inOurShape(body: string): string {
  try {
    const answer = asObject(parseBounded(body));
    const response = asObject(answer?.Response) ?? answer;
    const problem = asObject(response?.Error) ?? asObject(response?.ErrorMsg);
    if (problem === undefined) return body;
    const message = problem.Message ?? problem.Msg;
    return JSON.stringify({ error: { code: codeText(problem.Code), message } });
  } catch {
    return body;
  }
}

import { type CodeKinds, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^InvalidApiKey$|^AccessDenied/i, "auth"],
  [/^Arrearage$|^AllocationQuota\.FreeTierOnly$/i, "billing"],
  [/^data_?inspection_?failed$/i, "filter"],
  [/^Throttling/i, "rate"],
  [/^ServiceUnavailable|^ModelUnavailable|^ModelServingError/i, "overload"],
  [/^RequestTimeOut/i, "timeout"],
  [/^InternalError/i, "server"],
  [/^InvalidParameter|^BadRequest|^ModelNotFound|^InvalidURL/i, "request"],
];

/** Both protocols use the same codes; DashScope's own answer has them at the top level. */
export const readProblem = createProblemReader(kinds);

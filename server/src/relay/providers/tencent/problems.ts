import { type CodeKinds, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^(?:1001|1002|1003|1006|1007|1008)$/, "auth"],
  [/^(?:2003|2005|4001)$/, "billing"],
  [/^(?:2001|2002)$/, "rate"],
  [/^(?:2004|3001)$/, "request"],
  [/^(?:5001|5002)$/, "server"],
];

/** `{ error: { code, message } }` with numbered codes, usually with status 200. */
export const readProblem = createProblemReader(kinds);

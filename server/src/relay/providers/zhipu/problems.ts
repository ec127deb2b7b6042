import { type CodeKinds, createProblemReader } from "../kit/refine-problem.ts";

const kinds: CodeKinds = [
  [/^(?:100\d|1111|1112|1220)$/, "auth"],
  [/^(?:1110|1113|1121|1309)$/, "billing"],
  [/^(?:1302|1303|1304|1308|1310|1313)$/, "rate"],
  [/^(?:1305|1312)$/, "overload"],
  [/^(?:1300|1301)$/, "filter"],
  [/^(?:121\d|1221|1222|1261|1311)$/, "request"],
  [/^(?:1120|1200|1230|1234|500|network_error)$/, "server"],
];

/** `{ error: { code, message } }` with numbered codes. */
export const readProblem = createProblemReader(kinds);

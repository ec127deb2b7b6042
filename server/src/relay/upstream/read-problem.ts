import type { UpstreamProblem } from "../canonical/problem.ts";
import { isMissingEndpoint } from "./missing-endpoint.ts";
import type { Provider } from "../providers/provider.ts";

/** Characters of an error body that are read; adapters parse it several times, and no vendor writes more. */
const readMost = 64 * 1024;

/** What an upstream's error body means. Never throws: an adapter that stumbles over one must not leave an exchange without an end. */
export function readProblem(
  provider: Pick<Provider, "readProblem">,
  status: number,
  body: string,
  headers: Record<string, string>,
): UpstreamProblem {
  try {
    const problem = provider.readProblem(status, body.slice(0, readMost), headers);
    if (isMissingEndpoint(status, body, problem.message)) problem.cause = "no_such_endpoint";
    return problem;
  } catch {
    return {
      kind: "bad-answer",
      status,
      message: `the upstream's error cannot be read: ${body.slice(0, 200)}`,
    };
  }
}

import type { UpstreamProblem } from "../canonical/problem.ts";
import { isMissingEndpoint } from "./missing-endpoint.ts";
import type { Provider } from "../providers/provider.ts";

/** Adapters parse an error body several times, and no vendor writes more. */
const maxCharacters = 64 * 1024;

/** Parses an upstream's error body. Never throws: an exchange must end even if an adapter cannot read the error. */
export function readProblem(
  provider: Pick<Provider, "readProblem">,
  status: number,
  body: string,
  headers: Record<string, string>,
): UpstreamProblem {
  try {
    const problem = provider.readProblem(status, body.slice(0, maxCharacters), headers);
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

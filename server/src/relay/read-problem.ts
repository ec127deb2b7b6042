import type { UpstreamProblem } from "./canonical/problem.ts";
import type { Provider } from "./providers/provider.ts";

/** What an upstream's error body means. Never throws: an adapter that stumbles over one must not leave an exchange without an end. */
export function readProblem(
  provider: Pick<Provider, "readProblem">,
  status: number,
  body: string,
  headers: Record<string, string>,
): UpstreamProblem {
  try {
    return provider.readProblem(status, body, headers);
  } catch {
    return {
      kind: "bad-answer",
      status,
      message: `the upstream's error cannot be read: ${body.slice(0, 200)}`,
    };
  }
}

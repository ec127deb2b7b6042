import { faults } from "./fault-table.ts";

/** The table as `docs/operate/provider-failures.md` shows it. */
export function renderFaults(): string {
  const rows = faults.map((fault) => {
    const { name, of, status, code, retryAfter, elsewhere, charged, endReason, reason, rests, flagged } =
      fault;
    const midway = status === 200 && code !== undefined;
    const told =
      code === undefined ? "the answer" : midway ? `an error event, \`${code}\`` : `${status} \`${code}\``;
    const wait = retryAfter === undefined ? "" : `, Retry-After ${retryAfter}`;
    const cells = [
      of === "every call" ? name : `${name} (${of})`,
      told.replace("`oops`", "and the upstream's own code") + wait,
      elsewhere ? "yes" : "no",
      charged + (flagged ? ", flagged" : ""),
      `\`${endReason}\``,
      reason === "" ? "" : `\`${reason}\``,
      rests
        ? "rests at once"
        : reason === "" || reason === "request"
          ? "is not blamed"
          : "rests after three in a row",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "# What happens when an upstream fails",
    "",
    "<!-- Written by server/test/relay/faults.test.ts from fault-table.ts; `npx vitest run --update=all server/test/relay/faults.test.ts` updates it. -->",
    "",
    "Each row is tried for callers of Chat Completions, Messages, Responses, Gemini and Embeddings, with an upstream of the caller's own",
    "format and with one whose answers are translated, whole and streamed. The caller always gets an error in its own format that names",
    "the request's id, and never the upstream's address, key or account. \"Elsewhere\" says whether another channel is asked first; after",
    "the first word there is no other channel, so that a stream that had begun ends with an error event. Nothing is charged for what",
    "the upstream spoiled ([decision 0004](../develop/decisions/0004-bill-after-disconnect.md) is about callers who leave).",
    "",
    "| The upstream gives | The caller gets | Elsewhere | Charged | Log: end | Log: attempt | The channel |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

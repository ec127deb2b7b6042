import { faults } from "./fault-table.ts";

/** The table as `docs/operate/provider-failures.md` shows it. */
export function renderFaults(): string {
  const rows = faults.map((fault) => {
    const { name, of, status, code, retryAfter, elsewhere, charged, endReason, reason, coolsDown, flagged } =
      fault;
    const midway = status === 200 && code !== undefined;
    const shown =
      code === undefined ? "the response" : midway ? `an error event, \`${code}\`` : `${status} \`${code}\``;
    const wait = retryAfter === undefined ? "" : `, Retry-After ${retryAfter}`;
    const cells = [
      of === "every call" ? name : `${name} (${of === "streams" ? "streamed" : "not streamed"})`,
      shown.replace("`oops`", "and the provider's own code") + wait,
      elsewhere ? "yes" : "no",
      charged.replace("what was counted", "counted tokens") + (flagged ? ", flagged" : ""),
      `\`${endReason}\``,
      reason === "" ? "" : `\`${reason}\``,
      coolsDown
        ? "cooldown immediately"
        : reason === "" || reason === "request"
          ? "no effect"
          : "cooldown after three in a row",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "# Provider failures",
    "",
    "What the caller gets, what is charged and what happens to the channel when a provider fails.",
    "",
    "- The caller always gets an error in its own format, with the request ID,",
    "  and never with the provider's address, key or account.",
    '- "Another channel" says whether Tollgate tries another channel first.',
    "  After the first event of a stream there is no other channel: the stream ends with an error event.",
    "- The caller pays nothing for a response that the provider broke",
    "  ([decision 0004](../develop/decisions/0004-bill-after-disconnect.md) is about callers who leave).",
    "- [Channels](channels.md#cooldown) explains the cooldown.",
    "",
    "Each row is tested for callers of Chat Completions, Messages, Responses, Gemini and embeddings,",
    "with a provider of the caller's format and with a translated one, streamed and not.",
    "`npx vitest run --update=all server/test/relay/faults.test.ts` writes this page from `fault-table.ts`.",
    "",
    "| Failure of the provider | The caller gets | Another channel | Charged | `end_reason` | Reason of the attempt | Effect on the channel |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

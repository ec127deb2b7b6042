import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { completionTokens, noUsage, promptTokens } from "@tollgate/contract/cost";
import type { ChatCall, ChatResult } from "../../../src/relay/canonical/chat.ts";
import { errorFromProblem, publicError } from "../../../src/relay/fail-exchange.ts";
import { findChatFormat } from "../../../src/relay/formats/registry.ts";
import { compatibleResponsesChat } from "../../../src/relay/providers/openai-responses-compatible/chat.ts";
import type { ChatCapability } from "../../../src/relay/providers/provider.ts";
import { findProvider } from "../../../src/relay/providers/registry.ts";
import { type Collected, collectParts, collectResult } from "../collect-parts.ts";
import { frameLines, readPieces } from "../feed-stream.ts";
import { contextOf } from "./echoed-reasoning.ts";
import type { ChatDialect } from "./features.ts";
import type { Loss } from "./check-request.ts";
import type { MatrixRow } from "./rows.ts";

/** Responses in every provider's fixtures, by what they show. */
const fixtures = [
  { feature: "text", name: "chat" },
  { feature: "tool call", name: "tool-call" },
  { feature: "parallel tool calls", name: "tool-calls" },
  { feature: "empty response", name: "empty" },
];

const folder = path.resolve(import.meta.dirname, "../../../src/relay/providers");

/** Reads the provider's fixtures, renders them, and parses them again as responses of that format's own vendor. */
export function checkResponses(row: MatrixRow, format: ChatDialect): Loss[] {
  if (row.fixtures === undefined)
    return [{ feature: "responses", because: "no fixtures of its own; tested with recorded responses" }];
  const losses = fixtures.flatMap(({ feature, name }) => checkFixture(row, format, feature, name));
  return [...losses, ...checkErrors(row, format)];
}

const callOf = ({ model }: MatrixRow, stream: boolean): ChatCall => ({
  model,
  stream,
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
});

function checkFixture(row: MatrixRow, format: ChatDialect, feature: string, name: string): Loss[] {
  const { folder: from, framing } = row.fixtures ?? { folder: "", framing: "data-done" };
  const file = (ending: string): string => path.join(folder, from, "__fixtures__", `${name}.${ending}`);
  const losses: Loss[] = [];
  if (!existsSync(file("json"))) return [{ feature, because: "this provider has none" }];
  const body: unknown = JSON.parse(readFileSync(file("json"), "utf8"));
  const read = row.provider.chat?.readResponse(body, callOf(row, false));
  if (read) {
    const text = findChatFormat(format).renderResponse(read, contextOf(row));
    const again = readerOf(format).readResponse(JSON.parse(text), callOf(row, false));
    losses.push(...compare(feature, collectWhole(read), collectWhole(again)));
  }
  if (!existsSync(file("chunks.txt"))) return losses;
  const lines = readFileSync(file("chunks.txt"), "utf8").split("\n").filter(Boolean);
  const parts = readPieces(row.provider, callOf(row, true), [frameLines(lines, framing)]);
  const renderer = findChatFormat(format).streamRenderer(contextOf(row));
  const expected = collectParts(parts);
  const text = parts.map((part) => renderer.render(part)).join("") + renderer.finish(expected.usage);
  const reader = {
    descriptor: row.provider.descriptor,
    paidFields: row.provider.paidFields,
    chat: readerOf(format),
    readProblem: row.provider.readProblem,
  };
  const again = collectParts(readPieces(reader, callOf(row, true), [Buffer.from(text)]));
  return [...losses, ...compare(`${feature}, streamed`, expected, again)];
}

/** Includes the summary of encrypted reasoning. */
function collectWhole(result: ChatResult): Collected {
  const all = collectResult(result);
  for (const block of result.choices[0]?.content ?? [])
    if (block.type === "encrypted-reasoning") all.reasoning += block.summary ?? "";
  return all;
}

/** Provider that parses this dialect. */
function readerOf(format: ChatDialect): ChatCapability {
  if (format === "openai-responses") return compatibleResponsesChat();
  const chat = findProvider(types[format])?.chat;
  if (chat === undefined) throw new Error(`no provider reads ${format}`);
  return chat;
}

const types = { "openai-chat": 1, "anthropic-messages": 14, "gemini-generate": 25 } as const;

/** Signatures and ids are tested by each format's round trip; this compares what every caller reads. */
function compare(feature: string, expected: Collected, read: Collected): Loss[] {
  const losses: Loss[] = [];
  for (const [aspect, of] of Object.entries(aspects)) {
    const [theirs, ours] = [JSON.stringify(of(expected)), JSON.stringify(of(read))];
    if (theirs !== ours) losses.push({ feature, because: `${aspect}: ${ours} for ${theirs}`, silent: true });
  }
  if (expected.usage === undefined && feature === "text")
    losses.push({ feature: "usage", because: "the provider reports none; the gateway counts" });
  return losses;
}

const aspects: Record<string, (all: Collected) => unknown> = {
  text: ({ text }) => text,
  thinking: ({ reasoning }) => reasoning,
  calls: ({ tools }) => tools.map((tool) => [tool.name, JSON.parse(tool.arguments || "{}")]),
  // Only OpenAI's format has a separate stop reason for calls.
  stop: ({ stop, tools }) => (tools.length > 0 ? "tool-calls" : stop),
  // Every message of Anthropic's reports usage, 0 if there is none.
  usage: ({ usage = noUsage }) => [promptTokens(usage), completionTokens(usage), usage.reasoning],
};

interface RecordedError {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Every error of the provider's fixtures as the format renders it: status and shape. */
function checkErrors({ provider, fixtures: given }: MatrixRow, format: ChatDialect): Loss[] {
  const file = path.join(folder, given?.folder ?? "", "__fixtures__/errors.json");
  const errors = JSON.parse(readFileSync(file, "utf8")) as RecordedError[];
  for (const { status, body, headers } of errors) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const expected = publicError(
      errorFromProblem(provider.readProblem(status, text, headers ?? {})),
      "req-1",
    );
    const reply = findChatFormat(format).renderError(expected);
    const { error } = JSON.parse(reply.body) as { error?: { message?: string } };
    const retryAfter = expected.retryAfter === undefined ? undefined : String(expected.retryAfter);
    const isReported =
      error?.message?.includes(expected.message) && reply.headers["retry-after"] === retryAfter;
    if (!isReported || reply.status !== expected.status)
      return [{ feature: "errors", because: `${status} is rendered as ${reply.body}`, silent: true }];
  }
  return [];
}

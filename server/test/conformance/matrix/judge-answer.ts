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
import { contextOf } from "./echoed-thoughts.ts";
import type { ChatDialect } from "./features.ts";
import type { Loss } from "./judge-request.ts";
import type { MatrixRow } from "./rows.ts";

/** The answers that every provider's fixtures have, by what they show. */
const fixtures = [
  { feature: "text", name: "chat" },
  { feature: "tool call", name: "tool-call" },
  { feature: "parallel tool calls", name: "tool-calls" },
  { feature: "empty response", name: "empty" },
];

const folder = path.resolve(import.meta.dirname, "../../../src/relay/providers");

/** Reads the provider's fixtures, renders them, and reads them again as that format's own vendor is read. */
export function judgeAnswers(row: MatrixRow, format: ChatDialect): Loss[] {
  if (row.fixtures === undefined)
    return [{ feature: "responses", because: "no fixtures of its own; tested with recorded responses" }];
  const losses = fixtures.flatMap(({ feature, name }) => judgeFixture(row, format, feature, name));
  return [...losses, ...judgeErrors(row, format)];
}

const callOf = ({ model }: MatrixRow, stream: boolean): ChatCall => ({
  model,
  stream,
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
});

function judgeFixture(row: MatrixRow, format: ChatDialect, feature: string, name: string): Loss[] {
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
  const told = collectParts(parts);
  const text = parts.map((part) => renderer.render(part)).join("") + renderer.finish(told.usage);
  const reader = {
    descriptor: row.provider.descriptor,
    paidFields: row.provider.paidFields,
    chat: readerOf(format),
    readProblem: row.provider.readProblem,
  };
  const again = collectParts(readPieces(reader, callOf(row, true), [Buffer.from(text)]));
  return [...losses, ...compare(`${feature}, streamed`, told, again)];
}

/** With what an upstream lets be read of an encrypted thought. */
function collectWhole(result: ChatResult): Collected {
  const all = collectResult(result);
  for (const block of result.choices[0]?.content ?? [])
    if (block.type === "encrypted-reasoning") all.reasoning += block.summary ?? "";
  return all;
}

/** Who reads this dialect when an upstream speaks it. */
function readerOf(format: ChatDialect): ChatCapability {
  if (format === "openai-responses") return compatibleResponsesChat();
  const chat = findProvider(types[format])?.chat;
  if (chat === undefined) throw new Error(`nobody reads ${format}`);
  return chat;
}

const types = { "openai-chat": 1, "anthropic-messages": 14, "gemini-generate": 25 } as const;

/** Proofs and ids are left to the round trips of each format; here is what every caller looks at. */
function compare(feature: string, told: Collected, read: Collected): Loss[] {
  const losses: Loss[] = [];
  for (const [aspect, of] of Object.entries(aspects)) {
    const [theirs, ours] = [JSON.stringify(of(told)), JSON.stringify(of(read))];
    if (theirs !== ours) losses.push({ feature, because: `${aspect}: ${ours} for ${theirs}`, silent: true });
  }
  if (told.usage === undefined && feature === "text")
    losses.push({ feature: "usage", because: "the provider reports none; the gateway counts" });
  return losses;
}

const aspects: Record<string, (all: Collected) => unknown> = {
  text: ({ text }) => text,
  thinking: ({ reasoning }) => reasoning,
  calls: ({ tools }) => tools.map((tool) => [tool.name, JSON.parse(tool.arguments || "{}")]),
  // No format but OpenAI's names a reason beside the calls.
  stop: ({ stop, tools }) => (tools.length > 0 ? "tool-calls" : stop),
  // Every message of Anthropic's tells usage, 0 where there is none.
  usage: ({ usage = noUsage }) => [promptTokens(usage), completionTokens(usage), usage.reasoning],
};

interface RecordedError {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Every error of the provider's fixtures as the format tells it: status and shape. */
function judgeErrors({ provider, fixtures: given }: MatrixRow, format: ChatDialect): Loss[] {
  const file = path.join(folder, given?.folder ?? "", "__fixtures__/errors.json");
  const errors = JSON.parse(readFileSync(file, "utf8")) as RecordedError[];
  for (const { status, body, headers } of errors) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const told = publicError(errorFromProblem(provider.readProblem(status, text, headers ?? {})), "req-1");
    const reply = findChatFormat(format).renderError(told);
    const { error } = JSON.parse(reply.body) as { error?: { message?: string } };
    const retryAfter = told.retryAfter === undefined ? undefined : String(told.retryAfter);
    const isTold = error?.message?.includes(told.message) && reply.headers["retry-after"] === retryAfter;
    if (!isTold || reply.status !== told.status)
      return [{ feature: "errors", because: `${status} is told as ${reply.body}`, silent: true }];
  }
  return [];
}

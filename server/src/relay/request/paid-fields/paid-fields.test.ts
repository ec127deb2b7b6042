import { noAccount } from "../../../platform/memory-budget.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyPaidFields } from "./apply-paid-fields.ts";
import { foldName, type PaidField } from "../../canonical/paid-fields.ts";
import type { Exchange, Route, SentRequest } from "../../exchange.ts";
import type { FormatId } from "../../format-ids.ts";
import { findFormat } from "../../formats/registry.ts";
import { type Prepared, prepareAttempt } from "../../prepare-attempt.ts";
import { type ChannelView, CannotServe, type Provider } from "../../providers/provider.ts";
import { providers } from "../../providers/registry.ts";
import { RelayError } from "../../relay-error.ts";
import { parseJson, wholeBody } from "../request-body.ts";

const text = "What is the capital of France?";
const messages = [{ role: "user", content: text }];
/** The minimal body of each format. */
const bodies: Partial<Record<FormatId, Record<string, unknown>>> = {
  "openai-chat": { model: "m", messages },
  "openai-completions": { model: "m", prompt: text },
  "openai-responses": { model: "m", input: text },
  "anthropic-messages": { model: "m", max_tokens: 9, messages },
  "gemini-generate": { contents: [{ role: "user", parts: [{ text }] }] },
  "gemini-embed": { content: { parts: [{ text }] } },
  "openai-embeddings": { model: "m", input: text },
  "openai-moderations": { model: "m", input: text },
  "openai-images": { model: "m", prompt: text },
  "openai-speech": { model: "m", input: text, voice: "alloy" },
  "cohere-rerank": { model: "m", query: text, documents: [text] },
};
const formatIds = Object.keys(bodies) as FormatId[];
/** A value that is recognized wherever it goes. */
const mark = "mark-of-a-paid-field";

/** Caller content that would set the field; undefined for a header. */
function fieldsFor(field: string): Record<string, unknown> | undefined {
  if (field.includes(": ")) return undefined;
  if (field.startsWith("tools."))
    return { tools: [{ type: field.slice(6).replace("*", "_20990101"), name: "t" }] };
  const [root = "", ...rest] = field.split(".");
  const inner = rest.reduceRight<unknown>((value, name) => ({ [name]: value }), mark);
  return root === "tools[]" ? { tools: [{ ...(inner as object) }] } : { [root]: inner };
}

function anExchange(id: FormatId, more: object, headers: Record<string, string> = {}): Exchange {
  const format = findFormat(id);
  const base = bodies[id] ?? {};
  const path = { model: "m", action: id === "gemini-embed" ? "embedContent" : "generateContent", query: "" };
  const inPath = id.startsWith("gemini");
  const bytes = Buffer.from(JSON.stringify({ ...base, ...more }));
  return {
    request: {
      requestId: "r",
      headers,
      body: bytes,
      path: inPath ? path : undefined,
      sourceIp: "",
      startedAt: 0,
      waited: 0,
    },
    format,
    body: wholeBody(parseJson(bytes, noAccount)),
    head: format.readHead(base, inPath ? path : undefined),
    caller: { userId: 1 },
    attempts: [],
  } as unknown as Exchange;
}

const view: ChannelView = {
  baseUrl: "https://upstream.test",
  key: "a|b|c",
  token: "token",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
};

/** Formats chosen by the model's name. */
const models: Readonly<Record<string, string>> = {
  vertex: "claude-sonnet-5",
  bedrock: "anthropic.claude-sonnet-5-v1:0",
};

/** Vertex AI needs a project in the URL. */
function viewOf({ descriptor }: Provider): ChannelView {
  return descriptor.id === "vertex" ? { ...view, other: "global|project" } : view;
}

function aRoute(provider: Provider, native: boolean): Route {
  const upstreamModel = models[provider.descriptor.id] ?? "m";
  return {
    provider,
    view: viewOf(provider),
    channel: { plugin: {} },
    upstreamModel,
    native,
  } as unknown as Route;
}

/** The upstream request; undefined if the provider does not support the format. */
function send(
  exchange: Exchange,
  sent: SentRequest,
  provider: Provider,
  native: boolean,
): Prepared | undefined {
  const { native: capability } = provider;
  if (native && !capability?.supports(exchange.format.id, models[provider.descriptor.id] ?? "m", view))
    return undefined;
  const dependencies = {
    tokens: { withToken: () => viewOf(provider) },
    fetchMedia: () => undefined,
  } as never;
  try {
    const prepared = prepareAttempt(
      dependencies,
      { exchange, route: aRoute(provider, native), sent },
      {} as never,
    );
    return "kind" in prepared || prepared instanceof Promise ? undefined : prepared;
  } catch (error) {
    if (error instanceof CannotServe || error instanceof RelayError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}

const textOf = ({ request }: Prepared): string =>
  [
    request.url,
    JSON.stringify(request.headers),
    request.body?.toString() ?? "",
    ...(request.pieces ?? []),
  ].join();

describe("fields that cost more than the model's price", () => {
  it.each(providers.map((provider) => [provider.descriptor.id, provider] as const))(
    "never reach %s from any format, as they are or translated",
    (_id, provider) => {
      const problems: string[] = [];
      const sent: Prepared[] = [];
      for (const paid of provider.paidFields.list)
        for (const id of formatIds)
          for (const native of [true, false]) {
            const problem = attack(provider, paid, id, native, sent);
            if (problem)
              problems.push(`${paid.field} in ${id}, ${native ? "native" : "translated"}: ${problem}`);
          }
      expect(problems).toEqual([]);
      if (provider.chat && provider.paidFields.list.length > 0) expect(sent).not.toEqual([]);
    },
  );

  it("are listed for every provider that forwards bodies", () => {
    const bare = providers.filter(({ paidFields }) => paidFields.list.length === 0);
    expect(bare.filter((one) => one.native || one.raw).map((one) => one.descriptor.id)).toEqual(["sandbox"]);
  });

  it("are documented as in the providers' lists", () => {
    const page = readFileSync(new URL("../../../../../docs/use/paid-fields.md", import.meta.url), "utf8");
    const [, table] = /<!-- paid fields: [^>]*-->\n([^]*?)<!-- end of paid fields -->/.exec(page) ?? [];
    expect(table).toBe(writeTable());
  });

  it("have names that no lenient reader confuses with the caller's own", () => {
    for (const { paidFields } of providers)
      for (const { field } of paidFields.list) expect(foldName(field), field).not.toBe("");
  });
});

/** The table of `docs/use/paid-fields.md`: one line for providers of the same list. */
function writeTable(): string {
  const lines = new Map<string, string[]>();
  for (const { descriptor, paidFields } of providers) {
    const cell = (isOne: (paid: PaidField) => boolean): string =>
      paidFields.list
        .filter(isOne)
        .map(({ field }) => `\`${field}\``)
        .join(", ") || "none";
    const line = [
      cell(({ rule }) => rule === "strip"),
      cell(({ rule }) => rule === "reject"),
      cell(({ rule }) => typeof rule === "object"),
    ].join(" | ");
    lines.set(line, [...(lines.get(line) ?? []), descriptor.id]);
  }
  const rows = [...lines].map(
    ([line, names]) => `| ${names.map((name) => `\`${name}\``).join(", ")} | ${line} |`,
  );
  return ["| Providers | Removed | Rejected | Charged as one use |", "|---|---|---|---|", ...rows, ""].join(
    "\n",
  );
}

/** What is wrong with one field in one format; undefined if nothing is. `sent` receives every built request. */
function attack(
  provider: Provider,
  paid: PaidField,
  id: FormatId,
  native: boolean,
  sent: Prepared[],
): string | undefined {
  const fields = fieldsFor(paid.field);
  const [header = "", value = ""] = paid.field.split(": ");
  const inModel = header === "model" ? value : "";
  const exchange = fields
    ? anExchange(id, fields)
    : anExchange(id, {}, { [header]: `${value}-2099-01-01,kept-2099-01-01` });
  let request: SentRequest;
  try {
    const route = aRoute(provider, native);
    request = applyPaidFields(exchange, { ...route, upstreamModel: route.upstreamModel + inModel });
  } catch (error) {
    const rejected =
      error instanceof RelayError && error.kind === "invalid_request" && error.param !== undefined;
    return rejected && paid.rule === "reject" ? undefined : `throws ${String(error)}`;
  }
  if (paid.rule === "reject") return "is not rejected";
  if (typeof paid.rule === "object") return request.paid?.uses.length === 1 ? undefined : "is not charged";
  if (fields && !request.paid?.dropped.includes(paid.field)) return "is not named as dropped";
  const prepared = send(exchange, request, provider, native);
  if (!prepared) return undefined;
  sent.push(prepared);
  if (textOf(prepared).includes(fields ? mark : value)) return "goes upstream";
  return fields && !prepared.dropped.includes(paid.field) ? "is not reported to the caller" : undefined;
}

import { describe, expect, it } from "vitest";
import { applyPaidFields } from "./apply-paid-fields.ts";
import { foldName, type PaidField } from "./canonical/paid-fields.ts";
import type { Exchange, Route } from "./exchange.ts";
import type { FormatId } from "./format-ids.ts";
import { findFormat } from "./formats/registry.ts";
import { type Prepared, prepareAttempt } from "./prepare-attempt.ts";
import { type ChannelView, CannotServe, type Provider } from "./providers/provider.ts";
import { providers } from "./providers/registry.ts";
import { RelayError } from "./relay-error.ts";
import { parseJson, wholeBody } from "./request-body.ts";

const text = "What is the capital of France?";
const messages = [{ role: "user", content: text }];
/** The least that each format asks for. */
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
/** A value that is found again wherever it goes. */
const mark = "mark-of-a-paid-field";

/** What a caller writes to get the field; undefined for a header. */
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
    },
    format,
    body: wholeBody(parseJson(bytes)),
    head: format.readHead(base, inPath ? path : undefined),
    caller: { userId: 1 },
    attempts: [],
  } as unknown as Exchange;
}

const view: ChannelView = {
  baseUrl: "https://upstream.test",
  key: "a|b|c",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
};

function aRoute(provider: Provider, native: boolean): Route {
  return { provider, view, channel: { plugin: {} }, upstreamModel: "m", native } as unknown as Route;
}

/** What goes upstream; undefined where the provider has nothing for the format. */
function send(exchange: Exchange, provider: Provider, native: boolean): Prepared | undefined {
  const { native: capability } = provider;
  if (native && !capability?.speaks(exchange.format.id, "m", view)) return undefined;
  const dependencies = { tokens: { withToken: () => view }, fetchMedia: () => undefined } as never;
  try {
    const prepared = prepareAttempt(dependencies, exchange, aRoute(provider, native), {} as never);
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
      for (const paid of provider.paidFields.list)
        for (const id of formatIds) for (const native of [true, false]) attack(provider, paid, id, native);
    },
  );

  it("are listed by every provider that forwards bodies", () => {
    const bare = providers.filter(({ paidFields }) => paidFields.list.length === 0);
    expect(bare.filter((one) => one.native || one.raw).map((one) => one.descriptor.id)).toEqual(["sandbox"]);
  });

  it("have names that no lenient reader takes for the caller's own", () => {
    for (const { paidFields } of providers)
      for (const { field } of paidFields.list) expect(foldName(field), field).not.toBe("");
  });
});

function attack(provider: Provider, paid: PaidField, id: FormatId, native: boolean): void {
  const where = `${provider.descriptor.id} ${paid.field} ${id} ${native ? "native" : "translated"}`;
  const fields = fieldsFor(paid.field);
  if (!fields) {
    const [header = "", value = ""] = paid.field.split(": ");
    const exchange = anExchange(id, {}, { [header]: `${value}-2099-01-01,kept-2099-01-01` });
    applyPaidFields(exchange, aRoute(provider, native));
    const sent = send(exchange, provider, native);
    if (sent) expect(textOf(sent), where).not.toContain(value);
    return;
  }
  const exchange = anExchange(id, fields);
  const apply = (): void => applyPaidFields(exchange, aRoute(provider, native));
  if (paid.rule === "refuse") {
    expect(apply, where).toThrow(RelayError);
    return;
  }
  apply();
  if (paid.rule === "strip") {
    expect(exchange.paid?.dropped, where).toContain(paid.field);
    expect(exchange.request.body.toString(), where).not.toContain(mark);
    const sent = send(exchange, provider, native);
    if (!sent) return;
    expect(textOf(sent), where).not.toContain(mark);
    expect(sent.dropped, where).toContain(paid.field);
  } else expect(exchange.paid?.uses, where).toHaveLength(1);
}

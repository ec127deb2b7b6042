import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChannelForm } from "@tollgate/contract/channels";
import type { AttemptRecord } from "../../src/relay/exchange.ts";
import type { Answer, SeenRequest } from "../fake-upstream/fake-upstream.ts";
import type { RunningApp } from "../support/start-app.ts";
import { type Dialect, dialects } from "./fault-dialects.ts";
import { type Fault, faults } from "./fault-table.ts";

/** A combination of caller format and upstream format. */
export interface Way {
  name: string;
  /** Path of the call; contains the model if the format requires it. */
  path(model: string, stream: boolean): string;
  body(model: string, stream: boolean, text: string): object;
  /** Provider of the channel, and its format. */
  channelType: number;
  dialect: Dialect;
  streams: boolean;
  /** The format of errors. */
  errors: "openai" | "anthropic" | "gemini";
}

const user = (content: string) => [{ role: "user", content }];
const callers = {
  "Chat Completions": {
    path: () => "/v1/chat/completions",
    body: (model: string, stream: boolean, text: string) => ({ model, stream, messages: user(text) }),
    errors: "openai",
  },
  Messages: {
    path: () => "/v1/messages",
    body: (model: string, stream: boolean, text: string) => ({
      model,
      stream,
      max_tokens: 50,
      messages: user(text),
    }),
    errors: "anthropic",
  },
  Responses: {
    path: () => "/v1/responses",
    body: (model: string, stream: boolean, text: string) => ({ model, stream, input: text }),
    errors: "openai",
  },
  Gemini: {
    path: (model: string, stream: boolean) =>
      `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: (_model: string, _stream: boolean, text: string) => ({
      contents: [{ role: "user", parts: [{ text }] }],
    }),
    errors: "gemini",
  },
  Embeddings: {
    path: () => "/v1/embeddings",
    body: (model: string, _stream: boolean, text: string) => ({ model, input: text }),
    errors: "openai",
  },
} as const;

const openai = 1;
const anthropic = 14;
const gemini = 25;

function way(caller: keyof typeof callers, channelType: number, dialect: Dialect, kind: string): Way {
  const streams = caller !== "Embeddings";
  return { name: `${caller}, ${kind}`, ...callers[caller], channelType, dialect, streams };
}

export const ways: readonly Way[] = [
  way("Chat Completions", openai, dialects.chat, "native"),
  way("Chat Completions", anthropic, dialects.messages, "translated"),
  way("Messages", anthropic, dialects.messages, "native"),
  way("Messages", openai, dialects.chat, "translated"),
  way("Responses", openai, dialects.responses, "native"),
  way("Responses", anthropic, dialects.messages, "translated"),
  way("Gemini", gemini, dialects.gemini, "native"),
  way("Gemini", openai, dialects.chat, "translated"),
  way("Embeddings", openai, dialects.embeddings, "native"),
  way("Embeddings", gemini, dialects.geminiVectors, "translated"),
];

/** One fault in one call format, with a model of its own. */
export interface Case {
  way: Way;
  fault: Fault;
  stream: boolean;
  model: string;
}

export interface Seen {
  status: number;
  text: string;
  headers: Headers;
  log: {
    quota: number;
    end_reason: string;
    usage_source: string;
    flagged: boolean;
    attempts: AttemptRecord[];
  };
}

/** `spare`: a second, healthy channel behind the faulty one. */
export function casesOf(spare: boolean): Case[] {
  return ways.flatMap((one, wayIndex) =>
    faults.flatMap((fault, index) =>
      [false, true]
        .filter((stream) => (stream ? one.streams && fault.of !== "whole answers" : fault.of !== "streams"))
        .map((stream) => ({
          way: one,
          fault,
          stream,
          model: `fault-${wayIndex}-${index}-${stream ? "s" : "w"}-${spare ? "spare" : "alone"}`,
        })),
    ),
  );
}

/** Concurrent calls of these tests' token. */
export const places = 60;
/** A model whose calls are answered when all slots are in use. */
export const gathered = "gathered-model";

export interface FaultyUpstream {
  url: string;
  /** From now on the model succeeds. */
  heal(model: string): void;
  /** The caller has the first part of the response. */
  heard(model: string): void;
  stop(): Promise<void>;
}

/** Plays each case's fault until it is repaired; below `/spare` it always succeeds. */
export async function startFaultyUpstream(cases: readonly Case[]): Promise<FaultyUpstream> {
  const byModel = new Map(cases.map((one) => [one.model, one]));
  const healed = new Set<string>();
  const hearing = new Map(cases.map(({ model }) => [model, Promise.withResolvers<void>()]));
  const waiting: ServerResponse[] = [];
  function gather(response: ServerResponse): void {
    waiting.push(response);
    if (waiting.length < places) return;
    for (const each of waiting)
      each.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(dialects.chat.whole()));
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      if (text.includes(gathered)) {
        gather(response);
        return;
      }
      const found = byModel.get(/fault-[\w-]+/.exec(`${request.url} ${text}`)?.[0] ?? "");
      if (!found) {
        response.writeHead(500).end();
        return;
      }
      const faulty = !request.url?.startsWith("/spare") && !healed.has(found.model);
      const play = faulty
        ? found.fault.play?.(
            found.way.dialect,
            found.stream,
            hearing.get(found.model)?.promise ?? Promise.resolve(),
          )
        : undefined;
      (play ?? well(found))(response, {} as SeenRequest);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heal: (model) => void healed.add(model),
    heard: (model) => hearing.get(model)?.resolve(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function well({ way: { dialect }, stream }: Case): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    response.end(stream ? dialect.frames().join("") : JSON.stringify(dialect.whole()));
  };
}

/**
 * Channels for the cases: few, because each fault has its own model; separate if a fault concerns the whole key or
 * address.
 */
export async function openChannels(
  running: RunningApp,
  upstreamUrl: string,
  cases: readonly Case[],
  spare: boolean,
) {
  const groups = new Map<string, Case[]>();
  for (const one of cases) {
    const { fault, stream, way: through } = one;
    const own = ["auth", "billing"].includes(fault.reason) ? `${fault.name} ${stream}` : "";
    const { first_byte_timeout = 0, idle_timeout = 0, total_timeout = 0 } = limitsOf(one);
    const limits = [first_byte_timeout, idle_timeout, total_timeout].join(" ");
    const name = `${through.name} ${fault.address ?? ""} ${limits} ${own}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const rejected = await closedPort();
  const addresses = {
    "no listener": `http://127.0.0.1:${rejected}`,
    "no such name": "http://no-such-host.invalid",
    "no TLS": upstreamUrl.replace("http:", "https:"),
  };
  for (const [name, members] of groups) {
    const { fault, way: through } = members[0] as Case;
    await running.aChannel({
      name: `faulty ${name}`.slice(0, 80),
      type: through.channelType,
      key: "test-secret-key",
      base_url: fault.address ? addresses[fault.address] : upstreamUrl,
      models: members.map(({ model }) => model),
      priority: 5,
      ...limitsOf(members[0] as Case),
    });
  }
  if (!spare) return;
  for (const through of ways)
    await running.aChannel({
      name: "spare",
      type: through.channelType,
      base_url: `${upstreamUrl}/spare`,
      models: cases.filter((one) => one.way === through).map(({ model }) => model),
    });
}

/** Seconds of a channel whose upstream is slow. Only the limit that the fault is about runs out, even on a machine that stalls. */
function limitsOf({ fault }: Case): Partial<ChannelForm> {
  if (!fault.impatient) return {};
  if (fault.endReason === "gateway_limit")
    return { first_byte_timeout: 60, idle_timeout: 60, total_timeout: 5 };
  // The first text has come.
  if (fault.status === 200) return { first_byte_timeout: 60, idle_timeout: 3, total_timeout: 60 };
  return { first_byte_timeout: 3, idle_timeout: 3, total_timeout: 5 };
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One call of a case, with its log row. */
export async function meet(
  running: RunningApp,
  upstream: FaultyUpstream,
  key: string,
  { way: through, stream, model }: Case,
  content = "Say hello",
): Promise<Seen> {
  const path = through.path(model, stream);
  const response = await running.call(key, through.body(model, stream, content), { path });
  upstream.heard(model);
  const text = await response.text();
  const id = response.headers.get("x-request-id") ?? "";
  const log = await findLog(running, id, `${model} ${response.status} ${text}`);
  const metadata = JSON.parse(log.metadata) as Record<string, unknown>;
  return {
    status: response.status,
    text,
    headers: response.headers,
    log: {
      quota: log.quota,
      end_reason: String(metadata["end_reason"]),
      usage_source: String(metadata["usage_source"]),
      flagged: metadata["usage_clamped"] === true,
      attempts: metadata["attempts"] as AttemptRecord[],
    },
  };
}

/** The row is written within milliseconds after the response. */
async function findLog(running: RunningApp, id: string, details: string) {
  for (let tries = 0; tries < 200; tries++) {
    const row = await running.app.database.queries
      .selectFrom("logs")
      .selectAll()
      .where("request_id", "=", id)
      .executeTakeFirst();
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no log row of ${id}: ${details}`);
}

/** A few at a time, because those that wait for a timeout only wait. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 40 }, worker));
}

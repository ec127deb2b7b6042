import { createServer, request, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Address of the gateway under attack, and the attacker's credentials there. */
export interface AttackTarget {
  port: number;
  /** Port of the attacker's own upstream; a channel points to it. */
  upstreamPort: number;
  /** Authorization headers: an account with a balance, one without, and one whose channel is the attacker's upstream. */
  keys: { rich: string; poor: string; upstream: string };
  /** Session of a signed-in user. */
  cookie: string;
}

/** A loop body: resolves to the status that the gateway answered. */
type Work = () => Promise<number>;

export interface Attack {
  name: string;
  what: string;
  /** How many loops run at the same time. */
  concurrency: number;
  /** Builds what is sent once, and starts the attacker's upstream where it needs one. */
  prepare(target: AttackTarget): Work | Promise<Work>;
}

const megabyte = 1024 * 1024;
/** The attacker's source address, so that its limits do not affect the honest caller. */
const attackerAddress = "127.0.0.3";
const chatPath = "/v1/chat/completions";
const json = { "content-type": "application/json" };

/** Sends one request and reads its answer to the end, unless `leave` closes the connection at the first byte. */
function send(
  port: number,
  path: string,
  { method = "POST", headers = {}, body, leave = false, localAddress = attackerAddress }: SendOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      host: "127.0.0.1",
      port,
      path,
      method,
      headers,
      agent: false,
      localAddress,
    };
    const sent = request(options, (response) => {
      const status = response.statusCode ?? 0;
      if (leave) {
        response.once("data", () => {
          sent.destroy();
          resolve(status);
        });
      }
      response.on("error", () => resolve(status));
      response.on("end", () => resolve(status)).resume();
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  leave?: boolean;
  localAddress?: string;
}

/** Many values in few bytes: what `{},` repeated to 31 MB is packed. */
function packedValues(before: string, value: string, after: string): Buffer {
  const count = Math.floor((31 * megabyte) / (value.length + 1));
  return brotliCompressSync(`${before}${`${value},`.repeat(count)}${value}${after}`);
}

const packed = { ...json, "content-encoding": "br" };

const values =
  (key: keyof AttackTarget["keys"], path: string, before: string, value = "{}") =>
  ({ port, keys }: AttackTarget): Work => {
    const body = packedValues(before, value, "]}");
    const headers = { ...packed, authorization: keys[key], "x-api-key": keys[key].slice(7) };
    return () => send(port, path, { headers, body });
  };

/** Every answer of the attacker's upstream is this one. */
async function answerAlways(
  upstreamPort: number,
  headers: Record<string, string>,
  bytes: Buffer,
  drips = false,
): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers);
    if (!drips) {
      response.end(bytes);
      return;
    }
    response.write(bytes);
    const timer = setInterval(() => response.write(bytes), 100);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(upstreamPort, "127.0.0.1", resolve));
}

const chat = (stream: boolean): string =>
  JSON.stringify({
    model: "attack-model",
    stream,
    max_tokens: 16,
    messages: [{ role: "user", content: "hi" }],
  });

const answered =
  (
    stream: boolean,
    headers: Record<string, string>,
    bytes: () => Buffer,
    { drips = false, ...more }: SendOptions & { drips?: boolean } = {},
  ) =>
  async ({ port, upstreamPort, keys }: AttackTarget): Promise<Work> => {
    await answerAlways(upstreamPort, headers, bytes(), drips);
    const own = { ...json, authorization: keys.upstream };
    return () => send(port, chatPath, { headers: own, body: chat(stream), ...more });
  };

const answerStart = '{"id":"a","object":"chat.completion","created":1,"model":"attack-model","choices":[';
const choice = '{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"hi"}}';
const usage = '"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}';

/** Each is named after what the gateway must prevent. */
export const attacks: Attack[] = [
  {
    name: "values",
    what: "31 MB of `{},` in a hundred bytes, 8 at the same time, balance",
    concurrency: 8,
    prepare: values("rich", chatPath, '{"model":"bench-model","messages":['),
  },
  {
    name: "values-poor",
    what: "the same without a balance",
    concurrency: 8,
    prepare: values("poor", chatPath, '{"model":"bench-model","messages":['),
  },
  {
    name: "values-count",
    what: "the same to count_tokens",
    concurrency: 8,
    prepare: values("rich", "/v1/messages/count_tokens", '{"model":"bench-model","messages":['),
  },
  {
    name: "values-lists",
    what: "31 MB of `[],` to embeddings",
    concurrency: 8,
    prepare: values("rich", "/v1/embeddings", '{"model":"bench-model","input":[', "[]"),
  },
  {
    name: "answer-values",
    what: "an upstream that answers 31 MB of `{},` in a hundred bytes",
    concurrency: 8,
    prepare: answered(false, { ...json, "content-encoding": "br" }, () =>
      packedValues(`${answerStart}${choice}],"x":[`, "{}", `],${usage}`),
    ),
  },
  {
    name: "answer-event",
    what: "an upstream that sends one event of 15 MB of `{},`",
    concurrency: 4,
    prepare: answered(true, { "content-type": "text/event-stream", "content-encoding": "gzip" }, () =>
      gzipSync(
        `data: ${answerStart}${choice}],"x":[${"{},".repeat(5_000_000)}{}],${usage}\n\ndata: [DONE]\n\n`,
      ),
    ),
  },
  {
    name: "bodies",
    what: "60 bodies at the same time that unpack to 31 MB of text",
    concurrency: 60,
    prepare({ port, keys }) {
      const content = "a".repeat(31 * megabyte);
      const body = brotliCompressSync(
        JSON.stringify({ model: "bench-model", max_tokens: 16, messages: [{ role: "user", content }] }),
      );
      const headers = { ...packed, authorization: keys.rich };
      return () => send(port, chatPath, { headers, body });
    },
  },
  {
    name: "answers",
    what: "60 whole answers at the same time that unpack to 31 MB",
    concurrency: 60,
    prepare: answered(false, { ...json, "content-encoding": "br" }, () =>
      brotliCompressSync(`${answerStart}${choice}],"x":"${"a".repeat(31 * megabyte)}",${usage}`),
    ),
  },
  {
    name: "slow-heads",
    what: "3,000 connections with half a head",
    concurrency: 3000,
    prepare({ port }) {
      return () =>
        new Promise((resolve) => {
          const socket = connect({ port, host: "127.0.0.1", localAddress: attackerAddress });
          socket.once("data", (data) => resolve(Number(/ (\d{3}) /.exec(data.toString("latin1"))?.[1])));
          socket.once("error", () => resolve(0));
          socket.once("close", () => setTimeout(resolve, 1000, 0));
          socket.write(`GET / HTTP/1.1\r\nX-Slow: ${"a".repeat(30_000)}`);
        });
    },
  },
  {
    name: "hang-ups",
    what: "64 callers at the same time that hang up after the first byte of endless streams",
    concurrency: 64,
    prepare: answered(
      true,
      { "content-type": "text/event-stream" },
      () =>
        Buffer.from(
          `data: {"id":"a","object":"chat.completion.chunk","created":1,"model":"attack-model","choices":[{"index":0,"delta":{"content":"${"hi ".repeat(300)}"}}]}\n\n`,
        ),
      { leave: true, drips: true },
    ),
  },
  {
    name: "documents",
    what: "32 loops that fetch the API's description",
    concurrency: 32,
    prepare:
      ({ port }) =>
      () =>
        send(port, "/api/openapi.json", { method: "GET" }),
  },
  {
    name: "passwords",
    what: "32 loops of wrong passwords, each from an address of its own",
    concurrency: 32,
    prepare({ port }) {
      let sent = 0;
      return () => {
        sent += 1;
        // The gateway of this benchmark trusts the proxy 127.0.0.2.
        const address = `198.18.${(sent >> 8) & 255}.${sent & 255}`;
        return send(port, "/api/user/login", {
          headers: { ...json, "x-forwarded-for": address },
          body: JSON.stringify({ username: `unknown${sent}`, password: "a wrong password" }),
          localAddress: "127.0.0.2",
        });
      };
    },
  },
  {
    name: "tokens",
    what: "4 loops that create tokens",
    concurrency: 4,
    prepare({ port, cookie }) {
      let made = 0;
      return () => {
        made += 1;
        return send(port, "/api/token/", {
          headers: { ...json, cookie },
          body: JSON.stringify({ name: `token ${made}`, unlimited_quota: true }),
        });
      };
    },
  },
];

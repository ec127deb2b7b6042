import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type MarkupMode, parseMarkup } from "@tollgate/contract/telegram-markup";

type Body = Record<string, unknown>;
type Command = { command: string; description: string };

/** Faults of the Bot API: an error, no response, a broken connection; `late` responds after this many milliseconds. */
export type TelegramFault =
  | { code: number; description: string; retryAfter?: number }
  | { late: number }
  | "hang"
  | "cut";

export interface SentMessage {
  chat_id: number;
  text: string;
  parse_mode?: string;
  reply_markup?: unknown;
}

export interface Sender {
  id: number;
  language_code?: string;
}

/** The Bot API as documented at core.telegram.org/bots/api, for one bot. */
export interface TelegramStandIn {
  url: string;
  token: string;
  username: string;
  /** Names of the calls, in order. */
  calls: string[];
  sent: SentMessage[];
  /** By language code. */
  commands: Map<string, Command[]>;
  webhook: { url: string; secret: string; lastError?: string };
  /** Polls that arrived while another one was open: 409 ends the older one. */
  overlaps: number;
  /** Currently open polls. */
  readonly polls: number;
  /** Makes the next calls of a method fail. */
  fail(method: string, fault: TelegramFault, times?: number): void;
  /** Clears the faults. */
  mend(): void;
  /** An update with a message of a person in a private chat; polls receive it, or the test sends it to the webhook. */
  update(from: Sender, text: string, more?: Body): Body;
  /** Delivers an update, created by `update`, to polls. */
  queue(update: Body): void;
  stop(): Promise<void>;
}

interface Poll {
  response: ServerResponse;
  offset: number;
  timer: NodeJS.Timeout;
}

const bot = { id: 123_456_789, is_bot: true, first_name: "Gate" };

export async function startTelegramStandIn(now: () => number): Promise<TelegramStandIn> {
  const faults = new Map<string, TelegramFault[]>();
  let updates: Body[] = [];
  let nextUpdate = 1;
  let poll: Poll | undefined;

  function endPoll(): void {
    if (!poll) return;
    clearTimeout(poll.timer);
    poll = undefined;
  }

  function waiting(offset: number): Body[] {
    updates = updates.filter((update) => (update["update_id"] as number) >= offset);
    return updates;
  }

  function getUpdates(body: Body, response: ServerResponse): void {
    if (standIn.webhook.url !== "")
      return reject(response, 409, "Conflict: can't use getUpdates method while webhook is active");
    if (poll) {
      standIn.overlaps += 1;
      const older = poll.response;
      endPoll();
      reject(older, 409, "Conflict: terminated by other getUpdates request");
    }
    const offset = Number(body["offset"] ?? 0);
    const found = waiting(offset);
    const seconds = Number(body["timeout"] ?? 0);
    if (found.length > 0 || seconds === 0) return grant(response, found);
    const timer = setTimeout(() => {
      endPoll();
      grant(response, []);
    }, seconds * 1000);
    const mine = { response, offset, timer };
    poll = mine;
    response.on("close", () => {
      if (poll === mine) endPoll();
    });
  }

  const methods: Record<string, (body: Body) => unknown> = {
    getMe: () => ({ ...bot, username: standIn.username }),
    sendMessage(body) {
      const { text, parse_mode: mode, chat_id: chat } = body as unknown as SentMessage;
      const parsed = mode === undefined ? undefined : parseMarkup(text, mode as MarkupMode);
      if (parsed && "problem" in parsed) throw new Rejection(400, "Bad Request: can't parse entities");
      if (text.length > 4096) throw new Rejection(400, "Bad Request: message is too long");
      standIn.sent.push(body as unknown as SentMessage);
      return { message_id: standIn.sent.length, date: now(), chat: { id: chat, type: "private" }, text };
    },
    setMyCommands({ commands, language_code: code = "" }) {
      for (const { command, description } of commands as Command[])
        if (!/^[a-z0-9_]{1,32}$/.test(command) || description === "" || description.length > 256)
          throw new Rejection(400, "Bad Request: BOT_COMMAND_INVALID");
      standIn.commands.set(code as string, commands as Command[]);
      return true;
    },
    getMyCommands: ({ language_code: code = "" }) => standIn.commands.get(code as string) ?? [],
    setWebhook({ url, secret_token: secret = "" }) {
      if (!(url as string).startsWith("https://"))
        throw new Rejection(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
      standIn.webhook = { url: url as string, secret: secret as string };
      return true;
    },
    deleteWebhook() {
      standIn.webhook = { url: "", secret: "" };
      return true;
    },
    getWebhookInfo: () => ({
      url: standIn.webhook.url,
      has_custom_certificate: false,
      pending_update_count: standIn.webhook.lastError ? 1 : 0,
      ...(standIn.webhook.lastError && {
        last_error_message: standIn.webhook.lastError,
        last_error_date: Math.floor(Date.now() / 1000) + 1,
      }),
    }),
  };

  function answer(request: IncomingMessage, response: ServerResponse, body: Body): void {
    const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    standIn.calls.push(method);
    const fault = faults.get(method)?.shift() ?? faults.get("*")?.[0];
    if (fault === "hang") return;
    if (fault === "cut") return void response.destroy();
    if (fault && "late" in fault)
      return void setTimeout(() => run(token, method, response, body), fault.late);
    if (fault) return reject(response, fault.code, fault.description, fault.retryAfter);
    run(token, method, response, body);
  }

  function run(token: string | undefined, method: string, response: ServerResponse, body: Body): void {
    if (token !== standIn.token) return reject(response, 401, "Unauthorized");
    if (method === "getUpdates") return getUpdates(body, response);
    const execute = methods[method];
    if (!execute) return reject(response, 404, "Not Found");
    try {
      grant(response, execute(body));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      reject(response, error.code, error.message);
    }
  }

  const server = createServer((request, response) => {
    void readJson(request).then((body) => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const standIn: TelegramStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: `${bot.id}:AAE-stand-in_token_0123456789abcdef`,
    username: "gate_bot",
    calls: [],
    sent: [],
    commands: new Map(),
    webhook: { url: "", secret: "" },
    overlaps: 0,
    get polls() {
      return poll ? 1 : 0;
    },
    fail(method, fault, times = 1) {
      faults.set(
        method,
        Array.from({ length: times }, () => fault),
      );
    },
    mend: () => faults.clear(),
    update(from, text, more = {}) {
      const sender = { is_bot: false, first_name: "Ada", ...from };
      const message = {
        message_id: nextUpdate,
        date: now(),
        chat: { id: from.id, type: "private" },
        from: sender,
      };
      return { update_id: nextUpdate++, message: { ...message, text, ...more } };
    },
    queue(update) {
      updates.push(update);
      if (!poll) return;
      const { response, offset } = poll;
      endPoll();
      grant(response, waiting(offset));
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}

/** The bot's own prompt, as quoted in a reply to it. */
export function answerTo(prompt: SentMessage): Body {
  return {
    reply_to_message: {
      message_id: 1,
      date: 1,
      chat: { id: 1, type: "private" },
      from: bot,
      text: prompt.text,
    },
  };
}

class Rejection extends Error {
  override name = "Refusal";
  readonly code: number;

  constructor(code: number, description: string) {
    super(description);
    this.code = code;
  }
}

function grant(response: ServerResponse, result: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, result }));
}

function reject(response: ServerResponse, code: number, description: string, retryAfter?: number): void {
  const parameters = retryAfter === undefined ? undefined : { retry_after: retryAfter };
  response
    .writeHead(code, { "content-type": "application/json" })
    .end(JSON.stringify({ ok: false, error_code: code, description, parameters }));
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Body);
}

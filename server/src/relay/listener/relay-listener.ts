import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type MemoryBudget, noAccount } from "../../platform/memory-budget.ts";
import { type Admitted, admitRequest, openHeaders } from "../admission/admit-request.ts";
import { countRejected } from "../admission/count-rejected.ts";
import { createOpenCalls, type OpenCall } from "../admission/open-calls.ts";
import { noteShortage } from "../admission/reject-spent.ts";
import { type ClientDialect, dialectOfHeaders } from "../endpoints/client-dialect.ts";
import { countTokens } from "../endpoints/count-tokens.ts";
import {
  findEndpoint,
  isCharged,
  isPaidRoute,
  isRelayPath,
  type RelayEndpoint,
  takesHead,
  taskPlatformOf,
} from "../endpoints/endpoint-table.ts";
import { findModel, listModels, renderModel, renderModels } from "../endpoints/list-models.ts";
import { serveRaw } from "../endpoints/serve-raw.ts";
import { showSpending } from "../endpoints/show-spending.ts";
import { errorFormatOf, explainMissing, isMistyped } from "../endpoints/unknown-address.ts";
import type { ClientReply, IncomingRequest } from "../exchange.ts";
import { publicError, replyError } from "../fail-exchange.ts";
import type { ErrorReply, Format } from "../formats/format.ts";
import { findChatFormat, findFormat } from "../formats/registry.ts";
import type { RevocationSource, SpendingReader } from "../ports.ts";
import { createRealtimeServer, type Handshake } from "../realtime/realtime-server.ts";
import { type PublicError, RelayError } from "../relay-error.ts";
import { type ExchangeDependencies, serveExchange } from "../serve-exchange.ts";
import { findReported, isSignedContent, serveReport, serveTaskContent } from "../task-engine/serve-signed.ts";
import { type ServeTaskDependencies, serveTask } from "../task-engine/serve-task.ts";
import type { TaskPlatform } from "../tasks/platform.ts";
import { HttpReply } from "./client-reply.ts";
import { exposedHeaders, preflightHeaders } from "./cors.ts";
import { discardBody } from "./discard-body.ts";
import { readBody, withoutMark } from "./read-body.ts";
import type { CallerResponse, ReceivedRequest } from "./received.ts";
import { createFileSlots } from "./user-slots.ts";

export interface RelayListenerDependencies
  extends ExchangeDependencies,
    Omit<ServeTaskDependencies, keyof ExchangeDependencies> {
  newRequestId(): string;
  /** The caller's address; trusts forwarding headers of trusted proxies only. */
  addressOf(message: Pick<ReceivedRequest, "headers" | "socket">): string;
  /** Largest body in bytes. */
  bodyLimit: number;
  /** Counts bodies, buffered responses and pending writes, by user. */
  memory: MemoryBudget;
  spending: SpendingReader;
  revocations: RevocationSource;
}

export interface RelayListener {
  /** Serves a request of the relay; false if the path does not belong to the relay. */
  handle(message: ReceivedRequest, response: CallerResponse): boolean;
  /** Serves a websocket of the relay; false if the path does not belong to the relay. */
  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /**
   * The response to a request with an invalid head, in the format of its path; undefined if the path does not belong to
   * the relay.
   */
  renderUnreadable(path: string, status: number, message: string, requestId: string): ErrorReply | undefined;
  /** Exchanges that are running, being settled or still sending their response. */
  readonly open: number;
  /** Rejects new requests from now on; resolves when the running ones ended, at most after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
}

const noBody = Buffer.alloc(0);
/** Maximum bytes of a platform's report about a task. */
const reportLimit = 1024 * 1024;

/**
 * The data plane's entry. It runs before the web framework (decision 0007) and is the last file that sees a
 * request of HTTP: everything below uses plain values.
 */
export function createRelayListener(dependencies: RelayListenerDependencies): RelayListener {
  const openCalls = createOpenCalls(dependencies.revocations);
  const fileSlots = createFileSlots();
  let open = 0;
  let stopping = false;
  let onIdle: (() => void) | undefined;
  const realtime = createRealtimeServer({ ...dependencies, openCalls, onSessionOver: reportIdle });

  function reportIdle(): void {
    if (open + realtime.size === 0) onIdle?.();
  }

  async function serve(
    message: ReceivedRequest,
    reply: HttpReply,
    path: string,
    query: string,
  ): Promise<void> {
    const requestId = dependencies.newRequestId();
    const headers = openHeaders(requestId);
    if (message.headers.origin !== undefined) headers["access-control-expose-headers"] = exposedHeaders;
    const method = message.method ?? "";
    const dialect = dialectOfHeaders(message.headers);
    const endpoint = findServed(method, path, query, dialect) ?? explainMissing(method, path, dialect);
    const isMissing = "error" in endpoint;
    const format = findFormat(isMissing ? endpoint.format : errorFormatOf(endpoint, path, dialect));
    // Anthropic's SDKs read this name, OpenAI's `x-request-id`.
    if (format.id === "anthropic-messages") headers["request-id"] = requestId;
    let admitted: Admitted | undefined;
    let request: IncomingRequest | undefined;
    let call: OpenCall | undefined;
    let tokens = 0;
    try {
      if (stopping) throw new RelayError("stopping", "The server is stopping. Try again in a moment.");
      // Most calls are chats, which need no promise for this.
      if (
        !isMissing &&
        mayBeSigned(endpoint) &&
        (await serveSigned(endpoint, message, query, { reply, headers }))
      )
        return;
      if (isMissing) {
        if (endpoint.allow !== undefined) headers["allow"] = endpoint.allow;
        throw endpoint.error;
      }
      request = {
        requestId,
        headers: message.headers,
        body: noBody,
        memory: noAccount,
        path: "path" in endpoint && typeof endpoint.path === "object" ? endpoint.path : undefined,
        sourceIp: dependencies.addressOf(message),
        startedAt: performance.now(),
        waited: 0,
      };
      // The key first: a caller without one must not make the server buffer a body.
      const charged = isCharged(endpoint, path);
      const admitting = admitRequest(dependencies, request, { query, charged }, headers);
      admitted = admitting instanceof Promise ? await admitting : admitting;
      reply.memory = request.memory = dependencies.memory.open(admitted.caller.userId);
      call = openCalls.enter(admitted.caller.tokenId, reply);
      if (takesBody(endpoint)) {
        const from = performance.now();
        const reading = readBody(message, dependencies.bodyLimit, request.memory);
        const body = reading instanceof Promise ? await reading : reading;
        request.body = endpoint.serves === "raw" ? body : withoutMark(body);
        request.waited += performance.now() - from;
      }
      const admittedCall = { request, reply, admitted, headers };
      if (endpoint.serves === "raw") {
        await serveRaw(dependencies, { method, path, query }, admittedCall);
      } else if (endpoint.serves === "call") {
        tokens = await serveExchange(dependencies, format, admittedCall);
      } else if (endpoint.serves === "task") {
        await serveTask(dependencies, { ...endpoint, method, query }, admittedCall);
      } else if (endpoint.serves === "task-content") {
        await serveTaskContent(dependencies, endpoint, admitted.caller.userId, {
          ...admittedCall,
          memoryOf: () => admittedCall.request.memory,
        });
      } else if (endpoint.serves === "count-tokens") {
        const chat = findChatFormat(format.id);
        await countTokens(dependencies, chat, endpoint.format, admittedCall);
      } else await serveReading(reply, headers, admitted, endpoint);
    } catch (error) {
      if (!(error instanceof RelayError)) dependencies.onInternalError(error, requestId);
      if (admitted) noteShortage(dependencies.callers, admitted.caller, error);
      if (!message.complete && announcesBody(message.headers)) {
        // The unread rest of the body would be parsed as the next request.
        headers["connection"] = "close";
        reply.endAfter(discardBody(message, dependencies.bodyLimit));
      }
      const reported = publicError(error, requestId);
      if (request && !isMissing && countsRejected(endpoint))
        countRejected(dependencies, request, reported, endpoint.serves === "call" ? format.id : "");
      const platform = isMissing || endpoint.serves === "task" ? taskPlatformOf(path) : undefined;
      replyError({ reply, headers }, platform ? taskErrors(platform, error) : format, reported);
    } finally {
      if (call) openCalls.leave(call);
      admitted?.admission.leave(tokens, dependencies.steadyNow());
    }
  }

  /** Serves calls with a signed URL, which need no key. False: another call, or the signature is missing. */
  async function serveSigned(
    endpoint: SignedEndpoint,
    message: ReceivedRequest,
    query: string,
    to: { reply: HttpReply; headers: Record<string, string> },
  ): Promise<boolean> {
    if (endpoint.serves === "task-content" && isSignedContent(dependencies, endpoint, query)) {
      let owner: number | undefined;
      const memoryOf = (userId: number) => {
        fileSlots.enter(userId);
        owner = userId;
        return (to.reply.memory = dependencies.memory.open(userId));
      };
      try {
        await serveTaskContent(dependencies, endpoint, undefined, { ...to, memoryOf });
      } finally {
        if (owner !== undefined) fileSlots.leave(owner);
      }
      return true;
    }
    if (endpoint.serves !== "task" || endpoint.route.does !== "notify") return false;
    const row = await findReported(dependencies, endpoint.platform, query);
    const body = await readBody(message, reportLimit, noAccount);
    await serveReport(dependencies, endpoint.platform, row, body);
    to.reply.head(200, { ...to.headers, "content-type": "application/json; charset=utf-8" });
    to.reply.end("{}");
    return true;
  }

  async function serveReading(
    reply: ClientReply,
    headers: Record<string, string>,
    { caller }: Admitted,
    endpoint: RelayEndpoint,
  ): Promise<void> {
    const { snapshots, spending, findProvider } = dependencies;
    let answer: object;
    if (endpoint.serves === "billing")
      answer = await showSpending(snapshots, spending, caller, endpoint.what);
    else {
      const list = listModels(snapshots, findProvider, caller);
      if (endpoint.serves === "models") answer = renderModels(list, endpoint.shape);
      else if (endpoint.serves === "model")
        answer = renderModel(findModel(list, endpoint.id), endpoint.shape);
      else throw new RelayError("endpoint_not_found", "This endpoint is not served here.");
    }
    const body = Buffer.from(JSON.stringify(answer));
    const type = { "content-type": "application/json; charset=utf-8", "content-length": String(body.length) };
    reply.head(200, { ...headers, ...type });
    reply.end(body);
  }

  async function serveSocket(handshake: Handshake, path: string, query: string): Promise<void> {
    const { message, socket } = handshake;
    const requestId = dependencies.newRequestId();
    const headers = openHeaders(requestId);
    let request: IncomingRequest | undefined;
    try {
      if (stopping) throw new RelayError("stopping", "The server is stopping. Try again in a moment.");
      const endpoint = findEndpoint(message.method ?? "", path, query, undefined);
      if (endpoint?.serves !== "realtime")
        throw new RelayError("endpoint_not_found", `There is no websocket at ${path}. Use /v1/realtime.`);
      request = {
        requestId,
        headers: message.headers,
        body: noBody,
        memory: noAccount,
        path: endpoint.path,
        sourceIp: dependencies.addressOf(message),
        startedAt: performance.now(),
        waited: 0,
      };
      const admitted = await admitRequest(dependencies, request, { query, charged: true }, headers);
      await realtime.open(request, admitted, handshake);
    } catch (error) {
      if (!(error instanceof RelayError)) dependencies.onInternalError(error, requestId);
      const reported = publicError(error, requestId);
      if (request) countRejected(dependencies, request, reported, "openai-realtime");
      rejectSocket(socket, reported, headers);
    }
  }

  return {
    upgrade(message, socket, head) {
      const { path, query } = splitUrl(message.url ?? "/");
      if (!isRelayPath(path) && !isMistyped(path)) return false;
      socket.on("error", () => socket.destroy());
      void serveSocket({ message, socket, head }, path, query);
      return true;
    },
    handle(message, response) {
      const { path, query } = splitUrl(message.url ?? "/");
      if (!isRelayPath(path) && !isMistyped(path)) return false;
      if (message.method === "OPTIONS") {
        response.writeHead(204, preflightHeaders).end();
        return true;
      }
      open += 1;
      // Over when it is settled and its last byte is sent, or the caller disconnected.
      let left = 2;
      const part = (): void => {
        left -= 1;
        if (left !== 0) return;
        // After the last byte, not after the exchange: a slow reader's response is still in memory.
        reply.memory?.close();
        open -= 1;
        reportIdle();
      };
      const reply = new HttpReply(response, part);
      void serve(message, reply, path, query).then(part, (error: unknown) => {
        part();
        throw error;
      });
      return true;
    },
    renderUnreadable(path, status, message, requestId) {
      if (!isRelayPath(path)) return undefined;
      const code = status === 431 ? "headers_too_large" : "invalid_request";
      const error = { status, type: "invalid_request_error", code, message, requestId };
      return findFormat(errorFormatOf(undefined, path, undefined)).renderError(error);
    },
    get open() {
      return open + realtime.size;
    },
    async drain(milliseconds) {
      stopping = true;
      realtime.stop();
      if (open + realtime.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

type SignedEndpoint = Extract<RelayEndpoint, { serves: "task" | "task-content" }>;

function mayBeSigned(endpoint: RelayEndpoint): endpoint is SignedEndpoint {
  return endpoint.serves === "task" || endpoint.serves === "task-content";
}

/** Without one of these, the next bytes of the connection are the next request. */
function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function takesBody(endpoint: RelayEndpoint): boolean {
  const { serves } = endpoint;
  if (serves === "task") return isPaidRoute(endpoint.route) || endpoint.route.does === "list";
  return serves === "call" || serves === "raw" || serves === "count-tokens";
}

/** Calls that write a row in the log when they are rejected. */
function countsRejected(endpoint: RelayEndpoint): boolean {
  if (endpoint.serves === "task") return isPaidRoute(endpoint.route);
  return endpoint.serves === "call" || endpoint.serves === "raw";
}

/** Errors in the format of a task platform's clients. */
function taskErrors(
  platform: TaskPlatform,
  cause: unknown,
): Pick<Format, "renderError" | "renderStreamError"> {
  const render = (error: PublicError): ErrorReply => {
    const { status, code, message, param, requestId } = error;
    const field = param === undefined ? {} : { field: param };
    const upstreamCode = cause instanceof RelayError ? cause.problem?.code : undefined;
    const view = platform.renderError({
      status,
      code,
      message,
      requestId,
      ...field,
      ...(upstreamCode !== undefined && { upstreamCode }),
    });
    return {
      status: view.status,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(view.body),
    };
  };
  return { renderError: render, renderStreamError: (error) => render(error).body };
}

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf("?");
  return mark === -1 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** A rejected socket gets a response like any other request. */
function rejectSocket(socket: Duplex, error: PublicError, headers: Record<string, string>): void {
  if (socket.destroyed) return;
  const { status, body, headers: more } = findFormat("openai-chat").renderError(error);
  const all = { ...headers, ...more, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  // Such a socket has no time limit, so this does not wait for its end.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Lists answer `HEAD` as `GET`; Node omits the body. */
function findServed(
  method: string,
  path: string,
  query: string,
  dialect: ClientDialect,
): RelayEndpoint | undefined {
  const isHead = method === "HEAD";
  const endpoint = findEndpoint(isHead ? "GET" : method, path, query, dialect);
  return endpoint && isHead && !takesHead(endpoint) ? undefined : endpoint;
}

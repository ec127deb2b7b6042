import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex, Readable } from "node:stream";
import cookie from "@fastify/cookie";
import proxyAddr from "@fastify/proxy-addr";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify";
import { newRequestId } from "../platform/ids.ts";
import type { MemoryBudget } from "../platform/memory-budget.ts";
import { countBody } from "./count-body.ts";
import { installErrorReplies, isApiPath, replyFailure } from "./error-reply.ts";
import type { DirectRequest } from "./direct/direct-request.ts";
import type { DirectResponse } from "./direct/direct-response.ts";
import { serveDirectly } from "./direct/serve-directly.ts";
import { createConnectionLimiter } from "./limit-connections.ts";
import { hasOneHost, rejectHost, rejectHostOfUpgrade } from "./host-header.ts";
import { rejectUnreadable, type RenderUnreadable } from "./reject-unreadable.ts";
import { type PageSources, setSecurityHeaders } from "./security-headers.ts";

/** The largest body of a console API call. */
export const apiBodyLimit = 1024 * 1024;

/** Set to true before the server closes: new console API requests then get 503, and `/ready` reports 503. */
export interface Lifecycle {
  stopping: boolean;
}

export interface ServerDependencies {
  logger: FastifyBaseLogger;
  lifecycle: Lifecycle;
  /** Addresses or networks whose forwarding headers are trusted; empty: none. */
  trustProxy: readonly string[];
  /** Other sites that pages may load resources from, read for each response. */
  pageSources: () => PageSources;
  /** Bodies of console API calls count against it, by address. */
  memory: MemoryBudget;
  /**
   * True for errors of a database that is unreachable, read-only or full: returned as 503, since the request itself is
   * valid.
   */
  isDatabaseUnavailable?: (error: unknown) => boolean;
  /** Sees every request first and returns true for those it serves: the entrance of the data plane (decision 0007). */
  intercept?: (
    request: IncomingMessage | DirectRequest,
    response: ServerResponse | DirectResponse,
  ) => boolean;
  /** The format of an error on one of the data plane's paths. */
  renderUnreadable?: RenderUnreadable;
  /** The same for WebSockets; those without a handler are closed. */
  interceptUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
}

/** A slow or endless head or body must not hold a connection forever. Responses are not limited by these. */
const httpLimits = {
  requestTimeout: 300_000,
  headersTimeout: 30_000,
  keepAliveTimeout: 72_000,
  // `hasOneHost` checks upgrades as well.
  requireHostHeader: false,
  maxHeaderSize: 32 * 1024,
  // Java's client sends `Upgrade: h2c` with every request; a server that does not support it ignores it (RFC 9110,
  // 7.8).
  shouldUpgradeCallback: (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === "websocket",
} as const;

/** The client ends an event stream, so its end is not logged. */
class QuietLog extends LogController {
  override streamError(...[error, request, reply]: Parameters<LogController["streamError"]>): void {
    const type = String(reply.getHeader("content-type") ?? "");
    if (!type.startsWith("text/event-stream")) super.streamError(error, request, reply);
  }
}

/** The server without routes: limits, security headers, request ids, failures in the envelope. */
export function createServer(deps: ServerDependencies): FastifyInstance {
  function setHeaders(reply: FastifyReply, url: string, https: boolean): void {
    reply.header("x-request-id", reply.request.id);
    setSecurityHeaders(reply, deps.pageSources(), https);
    if (isApiPath(url)) reply.header("cache-control", "no-store");
  }
  const renderUnreadable = deps.renderUnreadable ?? (() => undefined);
  const connections = createConnectionLimiter(trustedProxies(deps.trustProxy));
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new QuietLog({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    bodyLimit: apiBodyLimit,
    requestIdHeader: false,
    genReqId: () => newRequestId(),
    serverFactory: (handler) => {
      const server = createHttpServer(httpLimits, (request, response) => {
        connections.noteRequest(request.socket);
        if (!hasOneHost(request)) rejectHost(response);
        else if (!deps.intercept?.(request, response)) handler(request, response);
      })
        .on("connection", (socket) => connections.enter(socket))
        .on("upgrade", (request, socket, head) => {
          connections.noteRequest(request.socket);
          if (!hasOneHost(request)) rejectHostOfUpgrade(socket);
          else if (!deps.interceptUpgrade?.(request, socket, head)) socket.destroy();
        });
      const { intercept } = deps;
      if (intercept)
        serveDirectly(server, {
          ...httpLimits,
          serve(request, response) {
            connections.noteRequest(request.socket);
            return intercept(request, response);
          },
          isNodes: (socket) => connections.isCrowded(socket),
          onTimeout: (socket) =>
            rejectUnreadable({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket, renderUnreadable),
        });
      return server;
    },
    clientErrorHandler: (error, socket) => rejectUnreadable(error, socket, renderUnreadable),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // The contract's schemas check requests. Fastify's own compilers would take 3 MB.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, request, reply) => {
      setHeaders(reply as FastifyReply, request.url, request.protocol === "https");
      void replyFailure(reply as FastifyReply, "request.not_found", { logged: error });
    },
  });
  void app.register(cookie);
  installErrorReplies(app, deps.isDatabaseUnavailable);
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(reply, request.url, request.protocol === "https");
    if (deps.lifecycle.stopping && isApiPath(request.url)) {
      reply.header("connection", "close");
      return replyFailure(reply, "server.unavailable");
    }
    return undefined;
  });
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
    if (length === "0" && chunked === undefined) done(null, payload);
    else done(null, countBody(deps.memory, request, reply, payload as Readable));
  });
  return app;
}

/** @throws Error always: a route with a JSON schema would need a compiler. */
function noCompiler(): never {
  throw new Error("Routes have no JSON schemas: register endpoints of the contract.");
}

/** True for addresses whose forwarding headers are trusted. */
function trustedProxies(names: readonly string[]): (address: string) => boolean {
  if (names.length === 0) return () => false;
  const trusts = proxyAddr.compile([...names]);
  return (address) => address !== "" && trusts(address, 0);
}

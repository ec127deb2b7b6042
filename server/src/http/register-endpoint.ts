import { Readable } from "node:stream";
import type {
  AnyEndpoint,
  EndpointAnswer,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  FileAnswer,
} from "@tollgate/contract/endpoint";
import { type FieldProblem, fieldProblems, success } from "@tollgate/contract/envelope";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { AppError } from "../platform/app-error.ts";
import type { Admission, RequestActor } from "./admit-request.ts";
import type { ApiDocument } from "./api-document.ts";
import { clientAddress } from "./client-address.ts";
import { describeIssue } from "./describe-issue.ts";
import { readFixedFields, type SentFixedFields } from "./fixed-fields.ts";
import { isDeeperThan, maxJsonDepth } from "./json-depth.ts";
import { answerPreflight, readableByPages } from "./key-cors.ts";
import {
  type BrowserCookies,
  browserCookies,
  clearSessionCookie,
  followedLink,
  pendingSeconds,
  readOwnOrigin,
  readSessionId,
  SignInPending,
  setSessionCookie,
} from "./session.ts";

export type { RequestActor } from "./admit-request.ts";
export { limitedNetwork } from "./client-address.ts";
export { rejectFixedFields, type SentFixedFields } from "./fixed-fields.ts";
export type { RateLimiter, RateRule } from "./rate-limit.ts";
export {
  type BrowserCookies,
  type Identity,
  pendingSeconds,
  type SessionStore,
  SignInPending,
  sessionSeconds,
} from "./session.ts";

/** The arguments of a handler. All of them have passed the contract's schemas. */
export interface EndpointContext<E> {
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  /** Values of the endpoint's `fixed` fields in the body; `rejectFixedFields` compares them with the row. */
  fixed: SentFixedFields;
  /** The API token of the caller; undefined if none was sent or the endpoint does not accept one. */
  tokenKey: string | undefined;
  /** The caller. On a public endpoint use `visitor`: this one throws `auth.required`. */
  readonly actor: RequestActor;
  /** The caller of a public endpoint, if signed in. */
  visitor(): Promise<RequestActor | undefined>;
  request: {
    ip: string;
    userAgent: string;
    /** The browser's `Accept-Language`; the console sends the language it is set to. */
    acceptLanguage: string;
    requestId: string;
    /** The `Origin` of the browser, if its host is the one that was called. */
    ownOrigin: string | undefined;
    /** Scheme and host that were called, as reported by trusted proxies. */
    address: string;
    /** The browser came here by a link or a redirect, rather than from a page's own code. */
    followedLink: boolean;
  };
  /** The envelope's message next to the data; a few are constants that clients of the family check. */
  setMessage(message: string): void;
  /** Sets the fields that the endpoint's `beside` names. */
  beside(fields: Record<string, unknown>): void;
  /** Cookies of the feature itself, in addition to the session's. */
  cookies: BrowserCookies;
  session: {
    /** The id that the browser sent; not checked. */
    readonly id: string | undefined;
    /** `seconds`: how long the browser keeps it; default as long as a session lasts. */
    set(sessionId: string, seconds?: number): void;
    clear(): void;
  };
}

export type EndpointHandler<E> = (
  context: EndpointContext<E>,
) => Promise<EndpointAnswer<E>> | EndpointAnswer<E>;

/** Registers one endpoint of the contract with its handler. */
export type RegisterEndpoint = <E extends AnyEndpoint>(endpoint: E, handler: EndpointHandler<E>) => void;

export interface EndpointDependencies {
  admission: Admission;
  document: ApiDocument;
  bodyLimit: number;
  /** For tests: a response that the contract's schema would reject or cut becomes an error. */
  checkAnswers?: boolean;
}

/** Binds `registerEndpoint` to an app and its dependencies, for the features' `routes.ts`. */
export function createRegisterEndpoint(app: FastifyInstance, deps: EndpointDependencies): RegisterEndpoint {
  return (endpoint, handler) => registerEndpoint(app, endpoint, handler, deps);
}

/**
 * One request to the console API, in this order: limit per account or address, cross-site check, access, body size and
 * syntax, schemas (all invalid fields together), handler, envelope. Failures are `AppError`s.
 */
export function registerEndpoint<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: EndpointHandler<E>,
  deps: EndpointDependencies,
): void {
  deps.document.add(endpoint);
  const bodyMayBeMissing = !endpoint.body || endpoint.body.safeParse(undefined).success;
  if (endpoint.byTokenKey !== undefined) answerPreflight(app, endpoint.path);
  const actors = new WeakMap<FastifyRequest, RequestActor>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.largestBody ?? deps.bodyLimit,
    // Some of the family's GET endpoints change data; a HEAD must not.
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (endpoint.byTokenKey !== undefined) reply.headers(readableByPages);
      // A path whose id cannot be valid (`/api/user/anything`) is an unknown endpoint for every caller.
      if (endpoint.method === "GET" && endpoint.params?.safeParse(request.params).success === false)
        throw new AppError("request.not_found");
      const actor = await deps.admission.admit(request, reply, endpoint);
      if (actor) actors.set(request, actor);
      if (bodyMayBeMissing) dropEmptyBody(request);
    },
    handler: async (request, reply) => {
      const input = parseRequest(endpoint, request);
      let message = "";
      let beside: Record<string, unknown> = {};
      const data = await answer(handler, {
        ...input,
        fixed: readFixedFields(endpoint.fixed, request.body),
        tokenKey: readTokenKey(endpoint, request),
        get actor() {
          const actor = actors.get(request);
          if (!actor) throw new AppError("auth.required");
          return actor;
        },
        visitor: () => deps.admission.visitor(request, reply),
        request: {
          ip: clientAddress(request),
          userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
          acceptLanguage: String(request.headers["accept-language"] ?? "").slice(0, 200),
          requestId: request.id,
          ownOrigin: readOwnOrigin(request),
          address: `${request.protocol}://${request.host}`,
          followedLink: followedLink(request),
        },
        setMessage: (text) => {
          message = text;
        },
        beside: (fields) => {
          beside = fields;
        },
        cookies: browserCookies(request, reply),
        session: {
          id: readSessionId(request),
          set: (sessionId, seconds) => setSessionCookie(request, reply, sessionId, seconds),
          clear: () => clearSessionCookie(request, reply),
        },
      });
      if (endpoint.file) return sendFile(reply, data as FileAnswer);
      if (deps.checkAnswers) checkAnswer(endpoint, data, beside);
      return reply.send({ ...success(data, message), ...beside });
    },
  });
}

/**
 * Streams a file as it is created. A failure after the first byte aborts the connection, so that half a file does not
 * look complete.
 */
function sendFile(reply: FastifyReply, { mediaType, name, chunks, onDrop }: FileAnswer): FastifyReply {
  if (name !== undefined) reply.header("content-disposition", `attachment; filename="${name}"`);
  // nginx buffers responses unless this header is set, and a proxy that compresses waits for more.
  else reply.headers({ "x-accel-buffering": "no", "cache-control": "no-store, no-transform" });
  const body = Readable.from(chunks, { objectMode: false });
  onDrop?.(() => body.destroy());
  return reply.header("content-type", `${mediaType}; charset=utf-8`).send(body);
}

/**
 * The result of the handler. A sign-in that waits for two-factor authentication fails, and the browser keeps its cookie until
 * then.
 */
async function answer<E extends AnyEndpoint>(
  handler: EndpointHandler<E>,
  context: EndpointContext<E>,
): Promise<EndpointAnswer<E>> {
  try {
    return await handler(context);
  } catch (error) {
    if (error instanceof SignInPending) context.session.set(error.sessionId, pendingSeconds);
    throw error;
  }
}

/** Clients that always send a JSON content type must not fail on requests without a body. */
function dropEmptyBody(request: FastifyRequest): void {
  const length = request.headers["content-length"];
  if (request.headers["transfer-encoding"] === undefined && (length === undefined || length === "0"))
    delete request.headers["content-type"];
}

interface ParsedRequest<E> {
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
}

function parseRequest<E extends AnyEndpoint>(endpoint: E, request: FastifyRequest): ParsedRequest<E> {
  const body = request.body;
  // Fastify also parses plain text; here that would only help forms of other sites pass the content-type check.
  if (typeof body === "string" && !/\bjson\b/i.test(String(request.headers["content-type"])))
    throw new AppError("request.unsupported_media_type");
  if (isDeeperThan(body, maxJsonDepth)) throw new AppError("request.malformed_json");
  const fields: FieldProblem[] = [];
  const parsed = {
    params: parsePart(endpoint.params, request.params, fields),
    query: parsePart(endpoint.query, request.query, fields),
    body: parsePart(endpoint.body, body, fields),
  };
  if (fields.length > 0) throw new AppError("request.invalid", { fields });
  return parsed as ParsedRequest<E>;
}

function parsePart(schema: z.ZodType | undefined, value: unknown, fields: FieldProblem[]): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: describeIssue });
  if (!result.success) fields.push(...fieldProblems(result.error));
  return result.data;
}

/**
 * The key of an API token: in `Authorization`, with or without `Bearer `, or where the endpoint says so in the query.
 */
function readTokenKey(endpoint: AnyEndpoint, request: FastifyRequest): string | undefined {
  if (endpoint.byTokenKey === undefined) return undefined;
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, "").trim();
  if (header) return header;
  const { key } = request.query as { key?: unknown };
  return endpoint.byTokenKey === "query" && typeof key === "string" && key !== "" ? key : undefined;
}

/** @throws Error naming the first difference between a response and the contract's schema */
function checkAnswer(endpoint: AnyEndpoint, data: unknown, beside: Record<string, unknown>): void {
  const place = `${endpoint.method} ${endpoint.path}`;
  checkPart(place, endpoint.data as z.ZodType, data);
  checkPart(`${place} beside its data`, endpoint.beside ?? z.object({}), beside);
}

function checkPart(place: string, schema: z.ZodType, answer: unknown): void {
  const result = schema.safeParse(answer);
  if (!result.success) throw new Error(`${place} answers against its contract: ${result.error.message}`);
  const allowed = JSON.stringify(sortKeys(z.encode(schema, result.data)));
  if (allowed !== JSON.stringify(sortKeys(answer)))
    throw new Error(`${place} answers more than its contract names: ${JSON.stringify(answer)}`);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sortKeys(entry)]),
  );
}

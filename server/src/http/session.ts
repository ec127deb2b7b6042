import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";

/** The caller, read fresh from the database for every request. */
export interface Identity {
  id: number;
  username: string;
  role: number;
  /** Symbol of the user's group. */
  group: string;
  /** An administrator who must set up two-factor authentication before any administrator endpoint is allowed. */
  twoFactorDue: boolean;
  /** Called with an access token instead of a session. */
  byToken: boolean;
  /** The session or access token, by its hash in the database. */
  admittedBy: { kind: "session" | "access_token"; hash: string };
}

/** Storage of sessions and access tokens. Disabled and deleted users are never returned. */
export interface SessionStore {
  /**
   * `renewed`: the session was extended by this request, so the cookie is too. `pending`: a sign-in that waits for its
   * two-factor authentication and has no identity yet.
   */
  findSession(sessionId: string): Promise<{ identity: Identity; renewed: boolean } | "pending" | undefined>;
  findAccessToken(accessToken: string): Promise<Identity | undefined>;
}

export const sessionCookie = "session";
/** A session ends this long after its last use. */
export const sessionSeconds = 30 * 24 * 3600;

/** A sign-in that waits for two-factor authentication expires after this. */
export const pendingSeconds = 600;

/**
 * A sign-in that needs two-factor authentication. The request fails with its code, and the browser gets the cookie of the waiting
 * session.
 */
export class SignInPending extends AppError {
  override name = "SignInPending";
  readonly sessionId: string;

  constructor(sessionId: string) {
    super("auth.second_factor_required");
    this.sessionId = sessionId;
  }
}

/** HttpOnly, SameSite=Lax, Secure behind HTTPS. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
  seconds = sessionSeconds,
): void {
  reply.setCookie(sessionCookie, sessionId, { ...cookieOptions(request, "/"), maxAge: seconds });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieOptions(request, "/"));
}

function cookieOptions(request: FastifyRequest, path: string) {
  return { path, httpOnly: true, sameSite: "lax", secure: request.protocol === "https" } as const;
}

/**
 * Short-lived cookies that bind a later request to the browser of an earlier one. Only the console API receives them.
 */
export interface BrowserCookies {
  read(name: string): string | undefined;
  keep(name: string, value: string, seconds: number): void;
  drop(name: string): void;
}

export function browserCookies(request: FastifyRequest, reply: FastifyReply): BrowserCookies {
  const options = cookieOptions(request, "/api");
  return {
    read: (name) => request.cookies[name],
    keep: (name, value, seconds) => void reply.setCookie(name, value, { ...options, maxAge: seconds }),
    drop: (name) => void reply.clearCookie(name, options),
  };
}

/** The `Origin` of the browser, if its host is the one that was called; undefined without one. */
export function readOwnOrigin(request: FastifyRequest): string | undefined {
  const { origin } = request.headers;
  return origin !== undefined && hostOf(origin) === request.host.toLowerCase()
    ? new URL(origin).origin
    : undefined;
}

/**
 * True for a navigation by a link, a redirect or the address bar. Such a request carries the cookies although another
 * site may have caused it. Browsers mark it in `Sec-Fetch-Mode`; without that header (plain HTTP) they request a page.
 */
export function followedLink(request: FastifyRequest): boolean {
  const mode = request.headers["sec-fetch-mode"];
  if (mode !== undefined) return mode === "navigate";
  return /\btext\/html\b/i.test(String(request.headers.accept ?? ""));
}

/** The session id of the cookie, if it has the format of ours. */
export function readSessionId(request: FastifyRequest): string | undefined {
  const value = request.cookies[sessionCookie];
  return value !== undefined && /^[0-9A-Za-z]{43}$/.test(value) ? value : undefined;
}

/** The caller of a request. */
export interface Identified {
  identity: Identity | undefined;
  /** The `Authorization` header looked like an access token, but no user has it. */
  madeUpToken: boolean;
}

/**
 * The caller, by access token (with or without `Bearer `) or else by session. An `Authorization` header without a valid
 * access token is ignored: proxies and the family's clients send headers of their own next to the cookie. The cookie of
 * an expired session is cleared if `clearDead`; not by requests that a sign-in may overtake, whose new cookie would be
 * lost.
 */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: SessionStore,
  clearDead: boolean,
): Promise<Identified> {
  const accessToken = request.headers.authorization?.replace(/^Bearer\s+/i, "").trim() ?? "";
  const looksRight = /^[0-9A-Za-z]{32}$/.test(accessToken);
  const byToken = looksRight ? await sessions.findAccessToken(accessToken) : undefined;
  if (byToken) return { identity: byToken, madeUpToken: false };
  return { identity: await identifyBySession(request, reply, sessions, clearDead), madeUpToken: looksRight };
}

async function identifyBySession(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: SessionStore,
  clearDead: boolean,
): Promise<Identity | undefined> {
  if (request.cookies[sessionCookie] === undefined) return undefined;
  const sessionId = readSessionId(request);
  const found = sessionId === undefined ? undefined : await sessions.findSession(sessionId);
  if (found === "pending") return undefined;
  if (!found && clearDead) clearSessionCookie(request, reply);
  if (found?.renewed && sessionId !== undefined) setSessionCookie(request, reply, sessionId);
  return found?.identity;
}

/**
 * Rejects requests that another site made the browser send. Requests that change data are always checked; reading ones
 * only with a session cookie, because a few of the family's GET endpoints change data too and a link from another site
 * carries the cookie. A request with a valid access token needs no such check: no browser adds one automatically.
 * `ownAddress` is the server's configured address, for proxies that hide the host that the browser used; empty if none
 * is set.
 * @throws AppError request.cross_site
 */
export function rejectCrossSite(request: FastifyRequest, ownAddress: string): void {
  const reading = request.method === "GET" || request.method === "HEAD";
  if (reading && request.cookies[sessionCookie] === undefined) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site === "same-origin" || (site === "none" && reading)) return;
    throw new AppError("request.cross_site");
  }
  const origin = request.headers.origin;
  // Neither header: no recent browser sends such a request, so no cookie is being abused.
  if (origin === undefined) return;
  const host = hostOf(origin);
  const own = host !== undefined && (host === request.host.toLowerCase() || host === hostOf(ownAddress));
  if (!own) throw new AppError("request.cross_site");
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
}

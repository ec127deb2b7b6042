import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";

/** Who asks, read fresh from the database for every request (D9). */
export interface Identity {
  id: number;
  username: string;
  role: number;
  /** Symbol of the user's group. */
  group: string;
}

/** Where sessions and access tokens are kept. Disabled and deleted users are never returned. */
export interface SessionStore {
  /** `renewed`: the session was prolonged just now, so the cookie is too. */
  findSession(sessionId: string): Promise<{ identity: Identity; renewed: boolean } | undefined>;
  findAccessToken(accessToken: string): Promise<Identity | undefined>;
}

export const sessionCookie = "session";
/** A session ends this long after its last use. */
export const sessionSeconds = 30 * 24 * 3600;

/** HttpOnly, SameSite=Lax, Secure behind HTTPS (D9). */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, sessionId: string): void {
  reply.setCookie(sessionCookie, sessionId, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
    maxAge: sessionSeconds,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
  });
}

/** The session id that the browser sent, if it looks like one of ours. */
export function readSessionId(request: FastifyRequest): string | undefined {
  const value = request.cookies[sessionCookie];
  return value !== undefined && /^[0-9A-Za-z]{43}$/.test(value) ? value : undefined;
}

/**
 * Who is asking, by access token (with or without `Bearer `) or else by session. An unknown access token is nobody: the
 * cookie beside it is not looked at. The cookie of a dead session is cleared.
 */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: SessionStore,
): Promise<Identity | undefined> {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) {
    const accessToken = authorization.replace(/^Bearer\s+/i, "").trim();
    return /^[0-9A-Za-z]{32}$/.test(accessToken) ? await sessions.findAccessToken(accessToken) : undefined;
  }
  if (request.cookies[sessionCookie] === undefined) return undefined;
  const sessionId = readSessionId(request);
  const found = sessionId === undefined ? undefined : await sessions.findSession(sessionId);
  if (!found) clearSessionCookie(request, reply);
  else if (found.renewed && sessionId !== undefined) setSessionCookie(request, reply, sessionId);
  return found?.identity;
}

/**
 * Refuses what another site made the browser send (D9). Calls that change something are always checked; reading ones only
 * with a session cookie, because a few of the family's GET calls change something too and a link from another site carries
 * the cookie. A call with an `Authorization` header cannot be forged by a browser. `ownAddress` is the server's configured
 * address, for proxies that hide the host that the browser used; empty if none is set.
 * @throws AppError request.cross_site
 */
export function refuseCrossSite(request: FastifyRequest, ownAddress: string): void {
  if (request.headers.authorization !== undefined) return;
  const reading = request.method === "GET" || request.method === "HEAD";
  if (reading && request.cookies[sessionCookie] === undefined) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site === "same-origin" || (site === "none" && reading)) return;
    throw new AppError("request.cross_site");
  }
  const origin = request.headers.origin;
  // Neither header: no browser of the last years, so nobody's cookie is being abused.
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

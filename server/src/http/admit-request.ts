import { type Access, hasAccess } from "@tollgate/contract/access";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { clientAddress, limitedNetwork } from "./client-address.ts";
import type { CallLimits, RateLimiter } from "./rate-limit.ts";
import { type Identity, identify, rejectCrossSite, type SessionStore } from "./session.ts";

/** The signed-in caller and where the call comes from. */
export interface RequestActor extends Identity {
  ip: string;
}

export interface AdmissionDependencies {
  sessions: SessionStore;
  rateLimiter: RateLimiter;
  callLimits: CallLimits;
  /** The configured address of this server, with scheme; empty if none is set. */
  ownAddress: () => string;
}

export interface Admission {
  /**
   * Checks a request before its body is read: rate limit, cross-site check, access. Returns the caller where the
   * endpoint needs one.
   * @throws AppError request.rate_limited, request.cross_site, auth.required, auth.forbidden,
   * auth.second_factor_setup_required
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: AnyEndpoint,
  ): Promise<RequestActor | undefined>;
  /** Counts a call that is no endpoint of the contract. @throws AppError request.rate_limited */
  countCall(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The signed-in caller of a public endpoint, if any. */
  visitor(request: FastifyRequest, reply: FastifyReply): Promise<RequestActor | undefined>;
}

interface Caller {
  actor: RequestActor | undefined;
  madeUpToken: boolean;
}

export function createAdmission(deps: AdmissionDependencies): Admission {
  const callers = new WeakMap<FastifyRequest, Promise<Caller>>();

  /** Looks the caller up once per request. On a public endpoint a sign-in may be under way. */
  function callerOf(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<Caller> {
    const known = callers.get(request);
    if (known) return known;
    const caller = identify(request, reply, deps.sessions, access !== "public").then(
      ({ identity, madeUpToken }) => ({
        actor: identity && { ...identity, ip: clientAddress(request) },
        madeUpToken,
      }),
    );
    callers.set(request, caller);
    return caller;
  }

  /**
   * Endpoints that check secrets or send mail count per address, even for signed-in callers. All others count per
   * account once the session or access token is verified, so that colleagues behind one address have separate limits.
   * An unknown session or access token counts per address.
   */
  async function limit(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Pick<AnyEndpoint, "access" | "rate">,
  ): Promise<void> {
    const bucket = endpoint.rate ?? "api";
    const caller = bucket === "api" ? await callerOf(request, reply, endpoint.access) : undefined;
    const counted =
      caller?.actor && !caller.madeUpToken
        ? `account:${caller.actor.id}`
        : limitedNetwork(clientAddress(request));
    const seconds = await deps.rateLimiter.take(`${bucket}:${counted}`, deps.callLimits[bucket]);
    if (seconds > 0) throw new AppError("request.rate_limited", { params: { seconds } });
  }

  /** Whether a valid access token admits this request. */
  async function bearsToken(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<boolean> {
    if (request.headers.authorization === undefined) return false;
    return (await callerOf(request, reply, access)).actor?.byToken === true;
  }

  return {
    visitor: async (request, reply) => (await callerOf(request, reply, "public")).actor,
    countCall: (request, reply) => limit(request, reply, { access: "public" }),

    async admit(request, reply, endpoint) {
      await limit(request, reply, endpoint);
      if (!(await bearsToken(request, reply, endpoint.access))) rejectCrossSite(request, deps.ownAddress());
      if (endpoint.access === "public") return undefined;
      const { actor } = await callerOf(request, reply, endpoint.access);
      if (!actor) throw new AppError("auth.required");
      if (!hasAccess(actor.role, endpoint.access)) throw new AppError("auth.forbidden");
      if (endpoint.access !== "user" && actor.twoFactorDue)
        throw new AppError("auth.second_factor_setup_required");
      return actor;
    },
  };
}

import { type Access, hasAccess } from "@tollgate/contract/access";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { clientAddress, limitedNetwork } from "./client-address.ts";
import type { CallLimits, RateLimiter } from "./rate-limit.ts";
import { type Identity, identify, refuseCrossSite, type SessionStore } from "./session.ts";

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
   * Before anything of a call is read: its limit, the cross-site check, its access. Answers who calls, where the endpoint asks that.
   * @throws AppError request.rate_limited, request.cross_site, auth.required, auth.forbidden, auth.second_factor_setup_required
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: AnyEndpoint,
  ): Promise<RequestActor | undefined>;
  /** Counts a call that is no endpoint of the contract. @throws AppError request.rate_limited */
  countCall(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Who calls a public endpoint, if signed in. */
  visitor(request: FastifyRequest, reply: FastifyReply): Promise<RequestActor | undefined>;
}

interface Caller {
  actor: RequestActor | undefined;
  madeUpToken: boolean;
}

export function createAdmission(deps: AdmissionDependencies): Admission {
  const callers = new WeakMap<FastifyRequest, Promise<Caller>>();

  /** Asked once for each request, however many want to know. Of a public endpoint a sign-in may be under way. */
  function callerOf(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<Caller> {
    const known = callers.get(request);
    if (known) return known;
    const asked = identify(request, reply, deps.sessions, access !== "public").then(
      ({ identity, madeUpToken }) => ({
        actor: identity && { ...identity, ip: clientAddress(request) },
        madeUpToken,
      }),
    );
    callers.set(request, asked);
    return asked;
  }

  /**
   * What guesses or sends mail counts on its address, whoever is signed in. All else counts on the account once the database knows
   * the session or access token, so that colleagues behind one address do not use up each other's calls. A session that is made
   * up counts on the address, as none does, and so does a guess at access tokens, whoever is signed in.
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

  /** Whether an access token in force is what lets this call in. */
  async function bearsToken(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<boolean> {
    if (request.headers.authorization === undefined) return false;
    return (await callerOf(request, reply, access)).actor?.byToken === true;
  }

  return {
    visitor: async (request, reply) => (await callerOf(request, reply, "public")).actor,
    countCall: (request, reply) => limit(request, reply, { access: "public" }),

    async admit(request, reply, endpoint) {
      await limit(request, reply, endpoint);
      if (!(await bearsToken(request, reply, endpoint.access))) refuseCrossSite(request, deps.ownAddress());
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

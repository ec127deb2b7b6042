import { hasAccess } from "@tollgate/contract/access";
import type { SessionEntry } from "@tollgate/contract/sessions";
import { userStatus } from "@tollgate/contract/users";
import {
  type Identity,
  pendingSeconds,
  type SessionStore,
  sessionSeconds,
} from "../../http/register-endpoint.ts";
import type { Clock } from "../../platform/clock.ts";
import { newSessionId } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { TransactionQueries } from "../../storage/database.ts";
import type { PasskeyRepository } from "../../storage/repositories/passkey-repository.ts";
import { hashAccessToken, hashSessionId, nameSession } from "../../storage/repositories/secret-columns.ts";
import {
  createSessionRepository,
  type NewSession,
  type SessionRepository,
} from "../../storage/repositories/session-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import { presentSession } from "./present.ts";

/** A session is extended at most this often, so that reading requests rarely write. */
const prolongAfterSeconds = 3600;
/** Codes that may be tried at one sign-in. */
const codeTries = 5;

interface Origin {
  ip: string;
  userAgent: string;
  /** The session that the browser had before; it ends. */
  previous: string | undefined;
}

/** The user of a session at this moment. */
export type SignedInUser = Pick<Identity, "id" | "role" | "twoFactorDue">;

/** Browser sessions and access tokens: stored hashed, read fresh, ended immediately. */
export interface Sessions extends SessionStore {
  /** Starts a session and ends `previous`, the one that the browser had. Returns the cookie's value. */
  start(
    queries: TransactionQueries,
    userId: number,
    origin: Origin,
    how: { method: string; twoFactors: boolean },
  ): Promise<string>;
  /** The same for a sign-in that waits for two-factor authentication: ten minutes, and no rights. */
  startPending(queries: TransactionQueries, userId: number, origin: Origin, method: string): Promise<string>;
  /** Counts an attempt at a waiting session's code; undefined if none waits or the limit is reached. */
  countCode(sessionId: string | undefined): Promise<{ userId: number; method: string } | undefined>;
  /** Ends a waiting session; true for one of several concurrent requests. */
  takePending(queries: TransactionQueries, sessionId: string | undefined): Promise<boolean>;
  /** A user's own sessions; `current` is the one of the caller. */
  list(userId: number, current: string | undefined): Promise<SessionEntry[]>;
  /** True if a session of the user began at this address. */
  knowsPlace(userId: number, ip: string): Promise<boolean>;
  /**
   * The user of each session now; ended sessions, and those of disabled users, are missing. Unlike `findSession` it
   * extends none.
   */
  signedIn(sessionIds: readonly string[]): Promise<Map<string, SignedInUser>>;
  end(sessionId: string): Promise<void>;
  /** The stored id of the session with this id in the list; undefined if there is none. */
  findNamed(userId: number, name: string): Promise<string | undefined>;
  /** Ends all sessions of a user, waiting ones too, except the one of `keep`. Returns how many were signed in. */
  endAll(queries: TransactionQueries, userId: number, keep?: string): Promise<number>;
}

export interface SessionsDependencies {
  sessions: SessionRepository;
  users: UserRepository;
  passkeys: PasskeyRepository;
  settings: SettingsService;
  secretBox: SecretBox;
  clock: Clock;
}

export function createSessions(deps: SessionsDependencies): Sessions {
  const { sessions, users, secretBox, clock } = deps;
  const hash = (sessionId: string) => hashSessionId(secretBox, sessionId);

  /** Whether the setting requires two-factor authentication of this role. */
  const needsTwoFactor = (role: number) =>
    deps.settings.current().AdminSecondFactorRequired && hasAccess(role, "admin");

  async function begin(
    rows: SessionRepository,
    origin: Origin,
    seconds: number,
    values: Pick<NewSession, "user_id" | "method" | "second_factor_pending" | "two_factors">,
  ): Promise<string> {
    const now = clock.now();
    if (origin.previous !== undefined) await rows.delete(hash(origin.previous));
    await rows.deleteExpired(now);
    const sessionId = newSessionId();
    await rows.insert({
      ...values,
      id_hash: hash(sessionId),
      created_time: now,
      last_seen_time: now,
      expires_time: now + seconds,
      source_ip: origin.ip,
      user_agent: origin.userAgent,
    });
    return sessionId;
  }

  return {
    async findSession(sessionId) {
      const idHash = hash(sessionId);
      const row = await sessions.findWithUser(idHash, clock.now());
      if (!row) return undefined;
      if (row.deleted_time !== 0 || row.status !== userStatus.enabled) {
        await sessions.deleteOfUser(row.id);
        return undefined;
      }
      if (row.second_factor_pending !== 0) return "pending";
      const renewed = row.last_seen_time + prolongAfterSeconds <= clock.now();
      if (renewed) {
        const now = clock.now();
        await sessions.prolong(idHash, { last_seen_time: now, expires_time: now + sessionSeconds });
      }
      const shown = row.totp_confirmed_time !== 0 || row.two_factors !== 0;
      return {
        identity: identityOf(row, {
          due: needsTwoFactor(row.role) && !shown,
          admittedBy: { kind: "session", hash: idHash },
        }),
        renewed,
      };
    },

    async findAccessToken(accessToken) {
      const tokenHash = hashAccessToken(secretBox, accessToken);
      const row = await users.findByAccessTokenHash(tokenHash);
      if (row?.status !== userStatus.enabled) return undefined;
      // A script cannot use two-factor authentication; its owner must have it enabled.
      const due =
        needsTwoFactor(row.role) &&
        row.totp_confirmed_time === 0 &&
        !(await deps.passkeys.userHasAny(row.id));
      return identityOf(row, { due, admittedBy: { kind: "access_token", hash: tokenHash } });
    },

    start: (queries, userId, origin, { method, twoFactors }) =>
      begin(createSessionRepository(queries), origin, sessionSeconds, {
        user_id: userId,
        method,
        two_factors: twoFactors ? 1 : 0,
      }),

    startPending: (queries, userId, origin, method) =>
      begin(createSessionRepository(queries), origin, pendingSeconds, {
        user_id: userId,
        method,
        second_factor_pending: 1,
      }),

    async countCode(sessionId) {
      if (sessionId === undefined) return undefined;
      const row = await sessions.countCode(hash(sessionId), codeTries, clock.now());
      return row && { userId: row.user_id, method: row.method };
    },

    takePending: async (queries, sessionId) =>
      sessionId !== undefined && createSessionRepository(queries).takePending(hash(sessionId)),

    async list(userId, current) {
      const rows = await sessions.ofUser(userId, clock.now());
      const currentHash = current === undefined ? "" : hash(current);
      return rows.map((row) =>
        presentSession(row, {
          name: nameSession(secretBox, row.id_hash),
          current: row.id_hash === currentHash,
        }),
      );
    },

    knowsPlace: async (userId, ip) =>
      (await sessions.ofUser(userId, clock.now())).some((row) => row.source_ip === ip),

    async signedIn(sessionIds) {
      const ids = new Map(sessionIds.map((sessionId) => [hash(sessionId), sessionId]));
      const rows = await sessions.signedIn([...ids.keys()], clock.now());
      return new Map(
        rows
          .filter((row) => row.deleted_time === 0 && row.status === userStatus.enabled)
          .map((row) => {
            const shown = row.totp_confirmed_time !== 0 || row.two_factors !== 0;
            const { id, role } = row;
            return [ids.get(row.id_hash) ?? "", { id, role, twoFactorDue: needsTwoFactor(role) && !shown }];
          }),
      );
    },

    end: (sessionId) => sessions.delete(hash(sessionId)),

    async findNamed(userId, name) {
      const rows = await sessions.ofUser(userId, clock.now());
      return rows.find((one) => nameSession(secretBox, one.id_hash) === name)?.id_hash;
    },

    endAll: (queries, userId, keep) =>
      createSessionRepository(queries).deleteOfUser(userId, keep === undefined ? "" : hash(keep)),
  };
}

function identityOf(
  row: { id: number; username: string; role: number; group: string },
  { due, admittedBy }: Pick<Identity, "admittedBy"> & { due: boolean },
): Identity {
  const { id, username, role, group } = row;
  return {
    id,
    username,
    role,
    group,
    twoFactorDue: due,
    byToken: admittedBy.kind === "access_token",
    admittedBy,
  };
}

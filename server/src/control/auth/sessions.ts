import { userStatus } from "@tollgate/contract/users";
import { type Identity, type SessionStore, sessionSeconds } from "../../http/register-endpoint.ts";
import type { Clock } from "../../platform/clock.ts";
import { newSessionId } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { hashAccessToken, hashSessionId } from "../../storage/repositories/secret-columns.ts";
import type { SessionRepository } from "../../storage/repositories/session-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";

/** A session is prolonged at most this often, so that reading calls rarely write. */
const prolongAfterSeconds = 3600;

/** Browser sessions and access tokens (D9): kept hashed, read fresh, ended at once. */
export interface Sessions extends SessionStore {
  /** Starts a session and ends `previous`, the one that the browser had. Returns the cookie's value. */
  start(
    userId: number,
    origin: { ip: string; userAgent: string; previous: string | undefined },
  ): Promise<string>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a user, but the one of `keep`. */
  endAll(userId: number, keep?: string): Promise<void>;
}

export interface SessionsDependencies {
  sessions: SessionRepository;
  users: UserRepository;
  secretBox: SecretBox;
  clock: Clock;
}

export function createSessions(deps: SessionsDependencies): Sessions {
  const { sessions, users, secretBox, clock } = deps;
  const hash = (sessionId: string) => hashSessionId(secretBox, sessionId);
  return {
    async findSession(sessionId) {
      const idHash = hash(sessionId);
      const row = await sessions.findWithUser(idHash, clock.now());
      if (!row) return undefined;
      if (row.deleted_time !== 0 || row.status !== userStatus.enabled) {
        await sessions.deleteOfUser(row.id);
        return undefined;
      }
      const renewed = row.last_seen_time + prolongAfterSeconds <= clock.now();
      if (renewed) {
        const now = clock.now();
        await sessions.prolong(idHash, { last_seen_time: now, expires_time: now + sessionSeconds });
      }
      return { identity: identityOf(row), renewed };
    },

    async findAccessToken(accessToken) {
      const row = await users.findByAccessTokenHash(hashAccessToken(secretBox, accessToken));
      return row?.status === userStatus.enabled ? identityOf(row) : undefined;
    },

    async start(userId, origin) {
      const now = clock.now();
      if (origin.previous !== undefined) await sessions.delete(hash(origin.previous));
      await sessions.deleteExpired(now);
      const sessionId = newSessionId();
      await sessions.insert({
        id_hash: hash(sessionId),
        user_id: userId,
        created_time: now,
        last_seen_time: now,
        expires_time: now + sessionSeconds,
        source_ip: origin.ip,
        user_agent: origin.userAgent,
      });
      return sessionId;
    },

    end: (sessionId) => sessions.delete(hash(sessionId)),

    endAll: (userId, keep) => sessions.deleteOfUser(userId, keep === undefined ? "" : hash(keep)),
  };
}

function identityOf(row: { id: number; username: string; role: number; group: string }): Identity {
  return { id: row.id, username: row.username, role: row.role, group: row.group };
}

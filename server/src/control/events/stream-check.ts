import { hasAccess } from "@tollgate/contract/access";
import { eventTopics } from "@tollgate/contract/events";
import type { Sessions, SignedInUser } from "../auth/service.ts";
import type { OpenStreams, Reader } from "./open-streams.ts";

/** Sessions of one statement. */
const batch = 500;

/**
 * Ends streams whose session ended, whose user is disabled, or whose role no longer allows a topic.
 * @returns a check of all streams, or of those of some users
 */
export function createStreamCheck(sessions: Pick<Sessions, "signedIn">, streams: OpenStreams) {
  return async function check(userIds?: readonly number[]): Promise<void> {
    const concerned = userIds && new Set(userIds);
    const readers = streams.readers().filter(({ userId }) => concerned?.has(userId) ?? true);
    const sessionIds = [...new Set(readers.map(({ sessionId }) => sessionId))];
    for (let start = 0; start < sessionIds.length; start += batch) {
      const looked = new Set(sessionIds.slice(start, start + batch));
      const signedIn = await sessions.signedIn([...looked]);
      streams.end(
        (reader) => looked.has(reader.sessionId) && !mayRead(reader, signedIn.get(reader.sessionId)),
      );
    }
  };
}

function mayRead(reader: Reader, now: SignedInUser | undefined): boolean {
  if (!now || now.id !== reader.userId) return false;
  return [...reader.topics].every(
    (topic) =>
      hasAccess(now.role, eventTopics[topic]) && (eventTopics[topic] === "user" || !now.twoFactorDue),
  );
}

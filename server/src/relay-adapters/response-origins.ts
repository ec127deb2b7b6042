import type { ResponseOrigin, ResponseOrigins } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";
import {
  createResponseOriginRepository,
  type ResponseOriginRow,
} from "../storage/repositories/response-origin-repository.ts";
import type { OriginStore } from "../storage/writer/origin-store.ts";
import { createGroupWriter } from "./group-writer.ts";

export interface ResponseOriginDependencies {
  database: Database;
  store: OriginStore;
  onError(error: unknown): void;
  /** For tests: pause after a failed group. */
  pauseMilliseconds?: number;
  /** For tests: maximum of pending rows. */
  waitingMost?: number;
}

/** The port, with `close`. */
export interface StoredResponseOrigins extends ResponseOrigins {
  /** Writes the pending rows; what the database rejects now is lost. */
  close(): Promise<void>;
}

const rowsPerGroup = 200;
/** Ids per query: a point read each. */
const idsPerQuestion = 500;

/**
 * Origins of states in the table `response_makers`. While the database fails, this process still has them in memory.
 */
export function createResponseOrigins(dependencies: ResponseOriginDependencies): StoredResponseOrigins {
  const { database, store, onError, pauseMilliseconds = 1000, waitingMost = 20_000 } = dependencies;
  const stored = createResponseOriginRepository(database.queries);
  const writer = createGroupWriter<ResponseOriginRow>({
    write: (rows) => store.keepOrigins(rows),
    groupRows: rowsPerGroup,
    waitingMost,
    noun: "origins of states",
    onError,
    pauseMilliseconds,
  });

  return {
    keep({ id, userId, channelId, key, createdAt, tokens = 0 }) {
      writer.add(id, {
        id,
        user_id: userId,
        channel_id: channelId,
        key_index: key,
        created_at: createdAt,
        tokens,
      });
    },

    async find(ids) {
      const found: ResponseOrigin[] = [];
      try {
        for (let from = 0; from < ids.length; from += idsPerQuestion)
          for (const row of await stored.findAll(ids.slice(from, from + idsPerQuestion)))
            found.push(originOf(row));
      } catch (error) {
        onError(error);
      }
      return found;
    },

    close: () => writer.close(),
  };
}

function originOf({
  id,
  user_id,
  channel_id,
  key_index,
  created_at,
  tokens,
}: ResponseOriginRow): ResponseOrigin {
  const origin = { id, userId: user_id, channelId: channel_id, key: key_index, createdAt: created_at };
  return tokens > 0 ? { ...origin, tokens } : origin;
}

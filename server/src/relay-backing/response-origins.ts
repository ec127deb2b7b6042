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
  /** For tests: how long a failed group rests. */
  restMilliseconds?: number;
  /** For tests: how many may wait. */
  waitingMost?: number;
}

/** As the port, and its end. */
export interface StoredResponseOrigins extends ResponseOrigins {
  /** Writes what waits; what the database does not take now is lost. */
  close(): Promise<void>;
}

const rowsPerGroup = 200;
/** Ids in one question: a point read each. */
const idsPerQuestion = 500;

/** Origins of states in the table `response_makers`. While the database fails, the memory of this process knows them all the same. */
export function createResponseOrigins(dependencies: ResponseOriginDependencies): StoredResponseOrigins {
  const { database, store, onError, restMilliseconds = 1000, waitingMost = 20_000 } = dependencies;
  const stored = createResponseOriginRepository(database.queries);
  const writer = createGroupWriter<ResponseOriginRow>({
    write: (rows) => store.keepOrigins(rows),
    sizeOf: () => 1,
    groupRows: rowsPerGroup,
    groupSize: rowsPerGroup,
    waitingMost,
    noun: "origins of states",
    onError,
    restMilliseconds,
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

import type { StateMaker, StateMakers } from "../relay/ports.ts";
import type { Database } from "../storage/database.ts";
import {
  createResponseMakerRepository,
  type ResponseMakerRow,
} from "../storage/repositories/response-maker-repository.ts";
import type { MakerStore } from "../storage/writer/maker-store.ts";
import { createGroupWriter } from "./group-writer.ts";

export interface StateMakerDependencies {
  database: Database;
  store: MakerStore;
  onError(error: unknown): void;
  /** For tests: how long a failed group rests. */
  restMilliseconds?: number;
  /** For tests: how many may wait. */
  waitingMost?: number;
}

/** As the port, and its end. */
export interface StoredStateMakers extends StateMakers {
  /** Writes what waits; what the database does not take now is lost. */
  close(): Promise<void>;
}

const rowsPerGroup = 200;
/** Ids in one question: a point read each. */
const idsPerQuestion = 500;

/** Makers of states in the table `response_makers`. While the database fails, the memory of this process knows them all the same. */
export function createStateMakers(dependencies: StateMakerDependencies): StoredStateMakers {
  const { database, store, onError, restMilliseconds = 1000, waitingMost = 20_000 } = dependencies;
  const stored = createResponseMakerRepository(database.queries);
  const writer = createGroupWriter<ResponseMakerRow>({
    write: (rows) => store.keepMakers(rows),
    sizeOf: () => 1,
    groupRows: rowsPerGroup,
    groupSize: rowsPerGroup,
    waitingMost,
    noun: "makers of states",
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
      const found: StateMaker[] = [];
      try {
        for (let from = 0; from < ids.length; from += idsPerQuestion)
          for (const row of await stored.findAll(ids.slice(from, from + idsPerQuestion)))
            found.push(makerOf(row));
      } catch (error) {
        onError(error);
      }
      return found;
    },

    close: () => writer.close(),
  };
}

function makerOf({ id, user_id, channel_id, key_index, created_at, tokens }: ResponseMakerRow): StateMaker {
  const maker = { id, userId: user_id, channelId: channel_id, key: key_index, createdAt: created_at };
  return tokens > 0 ? { ...maker, tokens } : maker;
}

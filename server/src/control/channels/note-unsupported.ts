import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import { createChannelRepository } from "../../storage/repositories/channel-repository.ts";
import { createChannelHistory } from "./history.ts";

/**
 * Observed in traffic: an upstream returned 404 or 405 for this format's endpoint and served the call at another one.
 */
export interface MissingEndpoint {
  channelId: number;
  /** A wire format (`openai-responses`). */
  endpoint: string;
  model: string;
  requestId: string;
}

/** Processes that learn it at the same time; each attempt reads the list of the previous one. */
const triesMost = 5;

/**
 * Adds the endpoint to the channel's list and to its timeline, in one transaction, once. False if it was listed, or the
 * channel is gone or has another address.
 */
export async function noteUnsupported(
  deps: { database: Database; secretBox: SecretBox; changeNotice: ChangeNotice; clock: Clock },
  { channelId, endpoint, model, requestId }: MissingEndpoint,
): Promise<boolean> {
  for (let tries = 0; tries < triesMost; tries++) {
    const before = await createChannelRepository(deps.database.queries, deps.secretBox).find(channelId);
    if (!before) return false;
    const known = JSON.parse(before.unsupported_endpoints) as string[];
    if (known.includes(endpoint)) return false;
    const done = await deps.database.transaction(async (queries) => {
      const list = JSON.stringify([...known, endpoint].sort());
      if (!(await createChannelRepository(queries, deps.secretBox).changeUnsupported(before, list)))
        return false;
      const happening = { kind: "endpoint_unsupported", model, reason: endpoint, requestId } as const;
      await createChannelHistory(queries, deps.clock).note([channelId], happening);
      return true;
    });
    if (!done) continue;
    await deps.changeNotice.announce("channels");
    return true;
  }
  return false;
}

import type { ChannelEvent, ChannelEventKind } from "@tollgate/contract/channels";
import type { ChannelProblem } from "@tollgate/contract/channel-problems";
import type { Page } from "@tollgate/contract/list-query";
import type { Clock } from "../../platform/clock.ts";
import type { Queries } from "../../storage/database.ts";
import {
  type ChannelEventRow,
  createChannelEventRepository,
} from "../../storage/repositories/channel-event-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { type Actor, systemActor } from "../actor.ts";

/** One of a channel's several keys: its index in the list and its last four characters. */
export interface NamedKey {
  index: number;
  hint: string;
}

/** The event, with its evidence. `reason` is cleaned already. */
export interface Happening {
  kind: ChannelEventKind;
  actor?: Actor;
  model?: string;
  /** Set only where a channel has several keys. */
  key?: NamedKey | undefined;
  status?: number;
  /** Milliseconds. */
  time?: number;
  problem?: ChannelProblem | undefined;
  reason?: string;
  requestId?: string;
}

export type ChannelHistory = ReturnType<typeof createChannelHistory>;

/** Tests run on a schedule; counted separately, they never evict other events. */
const routine: readonly ChannelEventKind[] = ["test_passed", "test_failed"];
const notable: readonly ChannelEventKind[] = [
  "enabled",
  "disabled",
  "enabled_automatically",
  "disabled_automatically",
  "kept_enabled",
  "key_refused",
  "endpoint_unsupported",
  "models_new",
  "models_gone",
];
/** Stored per class and channel. */
const keptEach = 100;

/** The timelines of channels. Pass a transaction's queries to write an event together with its change. */
export function createChannelHistory(queries: Queries, clock: Clock) {
  const events = createChannelEventRepository(queries);
  return {
    /** Adds the same event to each timeline and deletes the oldest of its class. */
    async note(channelIds: readonly number[], happening: Happening): Promise<void> {
      const { kind, actor = systemActor, key } = happening;
      const row = {
        created_at: clock.now(),
        kind,
        model: happening.model ?? "",
        key_index: key?.index ?? -1,
        key_hint: key?.hint ?? "",
        status: happening.status ?? 0,
        time: happening.time ?? 0,
        problem: happening.problem ?? "",
        reason: happening.reason ?? "",
        request_id: happening.requestId ?? "",
        actor_name: actor === systemActor ? "" : actor.username,
      };
      await events.insert(channelIds.map((channel_id) => ({ ...row, channel_id })));
      const kinds = routine.includes(kind) ? routine : notable;
      for (const id of channelIds) await events.prune(id, kinds, keptEach);
    },

    /** True if the timeline contains a rejection of this key since `since` (epoch seconds). */
    knowsRejection: (channelId: number, key: NamedKey, since: number): Promise<boolean> =>
      events.hasOfKey(channelId, {
        kind: "key_refused",
        keyHint: key.hint,
        keyIndex: key.index,
        since,
      }),

    async page(channelId: number, request: PageRequest): Promise<Page<ChannelEvent>> {
      const { rows, total } = await events.page(channelId, request);
      return { data: rows.map(present), page: request.page, size: request.size, total_count: total };
    },

    forget: (channelIds: number[]): Promise<void> => events.deleteOf(channelIds),
  };
}

function present(row: ChannelEventRow): ChannelEvent {
  const {
    id,
    created_at,
    kind,
    model,
    key_index,
    key_hint,
    status,
    time,
    problem,
    reason,
    request_id,
    actor_name,
  } = row;
  return {
    id,
    created_at,
    kind: kind as ChannelEventKind,
    model,
    key_index: key_index < 0 ? null : key_index,
    key_hint,
    status,
    time,
    problem: problem as ChannelEvent["problem"],
    reason,
    request_id,
    actor_name,
  };
}

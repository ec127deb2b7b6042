import type { ChannelTagForm, TagSummary, taggedChannel } from "@tollgate/contract/channel-tags";
import { type ChannelAnswer, channelStatus } from "@tollgate/contract/channels";
import type * as z from "zod";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { type ChannelRow, createChannelRepository } from "../../storage/repositories/channel-repository.ts";
import { openChannelKeys } from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import { changedFields, splitKeys } from "./channel-values.ts";
import { presentChannel } from "./present.ts";
import type { ChannelAtAddress, ChannelForCall, ChannelWriter, Write } from "./write-channels.ts";

/**
 * Channels with the same tag, edited together. Every method that takes a tag throws AppError channel.tag_not_found, and if a channel
 * has left the tag by the time of the change, channel.changed_meanwhile.
 */
export interface ChannelTags {
  all(): Promise<{ id: 0; tag: string }[]>;
  summaries(): Promise<TagSummary[]>;
  list(tag: string): Promise<ChannelAnswer[]>;
  get(tag: string): Promise<z.input<typeof taggedChannel>>;
  /**
   * All channels or, where one rejects the change, none.
   * @throws AppError channel.changed_meanwhile, and as an edit of each channel
   */
  update(actor: Actor, tag: string, form: ChannelTagForm, fixed: SentFixedFields): Promise<void>;
  /** Each returns how many channels changed. */
  delete(actor: Actor, tag: string, which: "all" | "disabled"): Promise<number>;
  setPriority(actor: Actor, tag: string, priority: number): Promise<number>;
  setStatus(actor: Actor, tag: string, status: "enable" | "disable"): Promise<number>;
}

export interface ChannelTagDependencies {
  database: Database;
  secretBox: SecretBox;
  writer: ChannelWriter;
}

/** The channels of a tag after its keys were replaced. */
interface KeySync {
  /** Number of keys that each kept channel loses. */
  reduced: { id: number; keys: string[] }[];
  removed: number[];
  added: string[];
}

export function createChannelTags({ database, secretBox, writer }: ChannelTagDependencies): ChannelTags {
  const channels = createChannelRepository(database.queries, secretBox);
  const withKeys = (member: ChannelAtAddress): ChannelForCall => ({
    ...member,
    keys: openChannelKeys(secretBox, { id: member.row.id, key_encrypted: member.reach.key_encrypted }),
  });

  /** Oldest first, at least one. */
  async function membersOf(tag: string): Promise<[ChannelRow, ...ChannelRow[]]> {
    const [first, ...others] = await channels.withTag(tag);
    if (!first) throw new AppError("channel.tag_not_found", { params: { tag } });
    return [first, ...others];
  }

  /** The same with their keys, sealed, and where these are sent, each of one moment. */
  async function membersWithReachOf(tag: string): Promise<[ChannelAtAddress, ...ChannelAtAddress[]]> {
    const [first, ...others] = await membersOf(tag);
    return [
      await writer.findWithReach(first.id),
      ...(await Promise.all(others.map(({ id }) => writer.findWithReach(id)))),
    ];
  }

  const idsOf = (rows: readonly ChannelRow[]): number[] => rows.map(({ id }) => id);

  /** Writes only if all of them still have the tag: a channel that was moved to another one must not change or end with it. */
  const whileTagged =
    (tag: string, ids: number[], write: Write): Write =>
    async (queries) => {
      const inside = createChannelRepository(queries, secretBox);
      // One after the other: all transactions lock channels in the order of their ids.
      for (const id of ids)
        if (!(await inside.lockWithTag(id, tag))) throw new AppError("channel.changed_meanwhile");
      return write(queries);
    };

  return {
    all: async () => (await channels.tags()).map((tag) => ({ id: 0 as const, tag })),

    summaries: async () =>
      [...Map.groupBy(await channels.taggedRows(), ({ tag }) => tag)].map(([tag, rows]) =>
        summarize(tag, rows),
      ),

    list: async (tag) => (await membersOf(tag)).map((row) => presentChannel(row)),

    async get(tag) {
      const [first] = await membersOf(tag);
      return { ...presentChannel(first), key: "" as const, KeyMap: {} };
    },

    async update(actor, tag, { key, ...sent }, fixed) {
      const members = await membersWithReachOf(tag);
      const first = members[0].row;
      rejectFixedFields(fixed, presentChannel(first));
      const shared = withoutZeroes(sent);
      // Without new keys none is opened: one that this server cannot read keeps nothing from being edited.
      const sync = key === "" ? noSync : compareKeys(members.map(withKeys), key);
      const kept = members.filter(({ row }) => !sync.removed.includes(row.id));
      const writes: Write[] = [];
      const details: Record<string, unknown> = {};
      for (const member of kept) {
        const { row } = member;
        const edit = await writer.checkEdit(actor, row, shared);
        const keys = sync.reduced.find(({ id }) => id === row.id)?.keys;
        const values = { ...edit.values, ...(keys && writer.sealKeys(row.id, keys)) };
        Object.assign(details, edit.detail);
        if (Object.keys(values).length > 0) writes.push(writer.editing(actor, member, values));
      }
      const copied = changedFields(first, shared);
      for (const [index, added] of sync.added.entries()) {
        const name = `${copied.name}_${members.length + index + 1}`.slice(-80);
        const create = await writer.creating(actor, { ...copied, name, key: added }, first);
        writes.push(async (queries) => ((await create(queries)) > 0 ? 1 : 0));
      }
      if (sync.removed.length > 0) writes.push(writer.removing(sync.removed));
      const write = async (queries: TransactionQueries): Promise<number> => {
        // Which keys are new and which channels end was decided by the keys that were read.
        if (key !== "") await writer.lockAtAddresses(members)(queries);
        let count = 0;
        for (const one of writes) count += await one(queries);
        return count;
      };
      const keyDetail = { added: sync.added.length, removed: sync.removed };
      const detail = { tag, ...details, ...(key !== "" && { keys: keyDetail }) };
      const targets = members.map(({ row }) => row);
      await writer.change(actor, whileTagged(tag, idsOf(targets), write), {
        action: "update",
        targets,
        detail,
      });
    },

    async delete(actor, tag, which) {
      const members = await membersOf(tag);
      const targets =
        which === "all" ? members : members.filter(({ status }) => status !== channelStatus.enabled);
      if (targets.length === 0) return 0;
      const event = { action: "delete", targets, detail: { tag } };
      const ids = idsOf(targets);
      return writer.change(actor, whileTagged(tag, ids, writer.removing(ids)), event);
    },

    async setPriority(actor, tag, priority) {
      const targets = await membersOf(tag);
      const ids = idsOf(targets);
      const write = writer.applying(actor, ids, { priority });
      return writer.change(actor, whileTagged(tag, ids, write), {
        action: "update",
        targets,
        detail: { tag, priority },
      });
    },

    async setStatus(actor, tag, status) {
      const targets = await membersOf(tag);
      const wanted = status === "enable" ? channelStatus.enabled : channelStatus.disabled;
      const ids = idsOf(targets);
      const write = writer.applying(actor, ids, {
        status: wanted,
        status_reason: "",
        status_problem: "",
      });
      return writer.change(actor, whileTagged(tag, ids, write), { action: status, targets, detail: { tag } });
    },
  };
}

type TaggedRow = Awaited<ReturnType<ReturnType<typeof createChannelRepository>["taggedRows"]>>[number];

function summarize(tag: string, rows: readonly TaggedRow[]): TagSummary {
  const having = (status: number): number => rows.filter((row) => row.status === status).length;
  const priorities = rows.map(({ priority }) => priority);
  return {
    tag,
    ids: rows.map(({ id }) => id),
    enabled: having(channelStatus.enabled),
    disabled: having(channelStatus.disabled),
    auto_disabled: having(channelStatus.autoDisabled),
    used_quota: rows.reduce((sum, row) => sum + row.used_quota, 0),
    priority_min: Math.min(...priorities),
    priority_max: Math.max(...priorities),
  };
}

const noSync: KeySync = { reduced: [], removed: [], added: [] };

function compareKeys(members: readonly ChannelForCall[], text: string): KeySync {
  const wanted = new Set(splitKeys(text));
  const known = new Set(members.flatMap(({ keys }) => keys));
  const left = members.map(({ row, keys }) => ({
    id: row.id,
    keys: keys.filter((key) => wanted.has(key)),
    whole: keys.every((key) => wanted.has(key)),
  }));
  return {
    reduced: left.filter(({ keys, whole }) => keys.length > 0 && !whole),
    removed: left.filter(({ keys }) => keys.length === 0).map(({ id }) => id),
    added: [...wanted].filter((key) => !known.has(key)),
  };
}

function withoutZeroes<T extends object>(form: T): Partial<T> {
  const isZero = (value: unknown): boolean =>
    value === undefined ||
    value === "" ||
    value === 0 ||
    value === false ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(form).filter(([, value]) => !isZero(value))) as Partial<T>;
}

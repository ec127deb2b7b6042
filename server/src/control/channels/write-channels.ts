import { type ChannelChangeForm, type ChannelForm, channelStatus } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PublicHostCheck } from "../../platform/guarded-fetch/public-hosts.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import {
  addressColumns,
  type ChannelChange,
  type ChannelReach,
  type ChannelRow,
  createChannelRepository,
} from "../../storage/repositories/channel-repository.ts";
import {
  openChannelKeys,
  sealChannelTexts,
  sealedColumns,
} from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { auditedChanges } from "./audited-changes.ts";
import type { GroupService } from "../groups/service.ts";
import { changedFields, columnsOf, keyHint, newChannelOf, splitKeys } from "./channel-values.ts";
import { createChannelHistory } from "./history.ts";
import { rejectKeyAtNewAddress, rejectPrivateHosts, rejectUnknownReferences, trustOf } from "./policy.ts";
import { restoreProxyPassword } from "./proxy-password.ts";

export interface ChannelWriterDependencies {
  database: Database;
  groups: GroupService;
  providers: readonly { descriptor: ProviderDescriptor }[];
  isPublicHost: PublicHostCheck;
  secretBox: SecretBox;
  changeNotice: ChangeNotice;
  audit: Audit;
  clock: Clock;
}

/** A change inside a transaction; returns how many channels it changed, or the id of a new one. */
export type Write = (queries: TransactionQueries) => Promise<number>;

/** What happened to which channels; a new one has no id before it is written. */
interface ChannelEvent {
  action: string;
  targets: { id?: number; name: string }[];
  detail?: Record<string, unknown>;
}

/** A change of one channel that passed every check: the columns that differ, and its audit detail. */
export interface CheckedEdit {
  values: ChannelChange;
  detail: Record<string, unknown>;
}

/**
 * What a call to a channel's upstream needs, read in one statement: keys read later may belong to another address.
 */
export interface ChannelForCall {
  row: ChannelRow;
  keys: readonly string[];
  /** Makes an update conditional: a result says nothing about a channel that was edited during the call. */
  reach: ChannelReach;
}

export type ChannelAtAddress = Pick<ChannelForCall, "row" | "reach">;

export type ChannelWriter = ReturnType<typeof createChannelWriter>;

/** Fields that do not concern the upstream. */
const keepsEndpoints = new Set(["id", "key", "status", "priority", "weight", "tag"]);

/** Columns that a model check depends on, in addition to the keys and the models. */
const listedBy = new Set(["type", "base_url", "other", "model_mapping"]);

/** Whether a change concerns a channel's key, or where the key is sent. */
const movesKey = (values: ChannelChange): boolean => addressColumns.some((column) => column in values);

/** Steps of every change of channels: checks, sealing, timeline, audit entry, announcement. */
export function createChannelWriter(deps: ChannelWriterDependencies) {
  const { database, clock, secretBox } = deps;
  const channels = createChannelRepository(database.queries, secretBox);

  function sealKeys(id: number, keys: readonly string[]): ChannelChange {
    return {
      key_encrypted: secretBox.seal(keys.join("\n"), sealedColumns.channelKey(id)),
      key_count: keys.length,
      key_hint: keyHint(keys),
    };
  }

  async function checkReferences(
    form: { type: number; base_url: string; group: string[] },
    hasKey: boolean,
  ): Promise<void> {
    const descriptor = deps.providers.find((one) => one.descriptor.type === form.type)?.descriptor;
    rejectUnknownReferences(form, { descriptor, groups: await deps.groups.symbols(), hasKey });
  }

  async function findWithReach(id: number): Promise<{ row: ChannelRow; reach: ChannelReach }> {
    const found = await channels.findWithReach(id);
    if (!found) throw new AppError("channel.not_found");
    return found;
  }

  /** Status changes by a person, written to the timelines of the channels that change. */
  const applying =
    (actor: Actor, ids: number[], values: ChannelChange & { status?: number | undefined }): Write =>
    async (queries) => {
      const { status } = values;
      const inside = createChannelRepository(queries, secretBox);
      const before = status === undefined ? [] : await inside.statusesOf(ids);
      const count = await inside.update(ids, values);
      const switched = before.filter((one) => one.status !== status).map((one) => one.id);
      const kind = status === channelStatus.enabled ? "enabled" : "disabled";
      await createChannelHistory(queries, clock).note(switched, { kind, actor });
      return count;
    };

  /**
   * Two concurrent edits must not send the key of one to the address of the other: ends a transaction if the key or the
   * address of a channel is no longer the one that was read.
   * @throws AppError channel.changed_meanwhile
   */
  const lockAtAddresses =
    (read: readonly ChannelAtAddress[]) =>
    async (queries: TransactionQueries): Promise<void> => {
      const inside = createChannelRepository(queries, secretBox);
      for (const { row, reach } of read)
        if (!(await inside.lockAtAddress(row.id, reach))) throw new AppError("channel.changed_meanwhile");
    };

  return {
    sealKeys,

    async find(id: number): Promise<ChannelRow> {
      const row = await channels.find(id);
      if (!row) throw new AppError("channel.not_found");
      return row;
    },

    findWithReach,

    /** @throws AppError channel.not_found */
    async findForCall(id: number): Promise<ChannelForCall> {
      const found = await findWithReach(id);
      const { key_encrypted } = found.reach;
      return { ...found, keys: openChannelKeys(secretBox, { id, key_encrypted }) };
    },

    /**
     * Changes channels and writes their audit entries in one transaction, then announces it. Nothing changed: neither.
     */
    async change(actor: Actor, write: Write, { action, targets, detail }: ChannelEvent): Promise<number> {
      const count = await database.transaction(async (queries) => {
        const written = await write(queries);
        for (const { id = written, name } of written > 0 ? targets : []) {
          const target = { type: "channel", id, name };
          await deps.audit.record(queries, actor, {
            action: `channel.${action}`,
            target,
            ...(detail && { detail }),
          });
        }
        return written;
      });
      if (count > 0) await deps.changeNotice.announce("channels");
      return count;
    },

    /**
     * A new channel that passed every check: writes it and returns its id. `source`: the channel that it is a copy of; an address
     * taken from there is trusted as it is there.
     */
    async creating(actor: Actor, sent: ChannelForm, source?: ChannelRow): Promise<Write> {
      const form = { ...sent, proxy: restoreProxyPassword(sent.proxy, source?.proxy ?? "") };
      await checkReferences(form, form.key !== "");
      await rejectPrivateHosts(actor, source, form, deps.isPublicHost);
      return async (queries) => {
        const inside = createChannelRepository(queries, secretBox);
        const { proxy, model_headers, custom_parameter, plugin, ...rest } = newChannelOf(form, clock.now());
        const texts = { proxy, model_headers, custom_parameter, plugin };
        const unsealed = { proxy: "", model_headers: "", custom_parameter: "", plugin: "{}" };
        const newId = await inside.insert({ ...rest, ...unsealed, ...trustOf(actor, source, form) });
        await inside.update([newId], {
          ...sealChannelTexts(secretBox, newId, texts),
          ...sealKeys(newId, splitKeys(form.key)),
        });
        return newId;
      };
    },

    /**
     * The changes of a form to a stored channel.
     * @throws AppError request.invalid
     */
    async checkEdit(
      actor: Actor,
      before: ChannelRow,
      change: Partial<ChannelChangeForm>,
    ): Promise<CheckedEdit> {
      const { key = "", status } = change;
      const merged = changedFields(before, change);
      const form = { ...merged, proxy: restoreProxyPassword(merged.proxy, before.proxy) };
      await checkReferences(form, key !== "" || before.key_count > 0);
      if (key === "" && before.key_count > 0) rejectKeyAtNewAddress(actor, before, form);
      await rejectPrivateHosts(actor, before, form, deps.isPublicHost);
      const columns = columnsOf(form);
      const switched =
        status !== undefined && status !== channelStatus.autoDisabled && status !== before.status;
      const changed = Object.entries(columns)
        .filter(([name, value]) => before[name as keyof ChannelRow] !== value)
        .map(([name]) => name);
      const forgets = Object.keys(change).some((name) => !keepsEndpoints.has(name)) || key !== "";
      const trust = trustOf(actor, before, form);
      const texts = sealChannelTexts(secretBox, before.id, columns);
      return {
        // Only differences are written, so that two people who change different fields do not undo each other.
        values: {
          ...(Object.fromEntries(
            changed.map((name) => [name, texts[name as keyof typeof texts]]),
          ) as ChannelChange),
          ...(changed.includes("base_url") && { base_url_trusted: trust.base_url_trusted }),
          ...(changed.includes("proxy") && { proxy_trusted: trust.proxy_trusted }),
          ...(switched && { status, status_reason: "", status_problem: "" }),
          // The edit may have changed the upstream's capabilities.
          ...(forgets && before.unsupported_endpoints !== "[]" && { unsupported_endpoints: "[]" }),
          ...(forgets && before.capabilities !== "" && { capabilities: "" }),
          // The stored check compared other names, or another provider's list.
          ...((key !== "" || changed.some((name) => listedBy.has(name))) &&
            before.model_check !== "" && { model_check: "" }),
          ...(key !== "" && sealKeys(before.id, splitKeys(key))),
        },
        detail: {
          ...auditedChanges(before, columns, key !== ""),
          ...(switched && { status: [before.status, status] }),
        },
      };
    },

    applying,

    lockAtAddresses,

    /** The changes of a checked edit. A change of the key or of its address is only written over the ones that were checked. */
    editing:
      (actor: Actor, read: ChannelAtAddress, values: ChannelChange): Write =>
      async (queries) => {
        if (movesKey(values)) await lockAtAddresses([read])(queries);
        return applying(actor, [read.row.id], values)(queries);
      },

    removing:
      (ids: number[]): Write =>
      async (queries) => {
        await createChannelHistory(queries, clock).forget(ids);
        const credentials = {
          key_encrypted: "",
          proxy: "",
          model_headers: "",
          custom_parameter: "",
          plugin: "{}",
        };
        const gone = { deleted_time: clock.now(), ...credentials };
        return createChannelRepository(queries, secretBox).update(ids, gone);
      },
  };
}

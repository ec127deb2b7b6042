import {
  type Channel,
  type ChannelForm,
  type ChannelUpdateForm,
  channelStatus,
} from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Page } from "@tollgate/contract/list-query";
import { paidFieldsField } from "@tollgate/contract/paid-fields";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PublicHostCheck } from "../../platform/guarded-fetch/public-hosts.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChannelProbe } from "../../relay/probe-channel.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createChannelEventRepository } from "../../storage/repositories/channel-event-repository.ts";
import {
  type ChannelChange,
  type ChannelFilter,
  type ChannelRow,
  createChannelRepository,
} from "../../storage/repositories/channel-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  openChannelKeys,
  sealChannelTexts,
  sealedColumns,
} from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import type { GroupService } from "../groups/service.ts";
import type { MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { columnsOf, keyHint, newChannelOf, splitKeys } from "./channel-values.ts";
import { type FetchModelsForm, fetchModels } from "./fetch-models.ts";
import { type ChannelHealth, createChannelHealth } from "./health.ts";
import { createChannelHistory } from "./history.ts";
import { type MissingEndpoint, noteUnsupported } from "./note-unsupported.ts";
import {
  emptyField,
  refuseKeyAtNewAddress,
  refusePrivateHosts,
  refuseUnknownReferences,
  trustOf,
} from "./policy.ts";
import { presentChannel } from "./present.ts";
import { restoreProxyPassword } from "./proxy-password.ts";

export type { Refusal } from "./health.ts";

export interface ChannelPatch {
  status?: number | undefined;
  priority?: number | undefined;
  weight?: number | undefined;
}

export interface ChannelService extends ChannelHealth {
  list(request: PageRequest & ChannelFilter): Promise<Page<Channel>>;
  get(id: number): Promise<Channel>;
  create(actor: Actor, form: ChannelForm): Promise<Channel>;
  update(actor: Actor, form: ChannelUpdateForm): Promise<Channel>;
  patch(actor: Actor, id: number, patch: ChannelPatch): Promise<Channel>;
  delete(actor: Actor, id: number): Promise<void>;
  editMany(
    actor: Actor,
    ids: number[],
    edit: { action: "enable" | "disable" | "delete" | "tag"; tag: string },
  ): Promise<number>;
  fetchModels(actor: Actor, form: FetchModelsForm): Promise<string[]>;
  /** Remembers an endpoint that the upstream lacks; false if that was known. */
  noteUnsupported(missing: MissingEndpoint): Promise<boolean>;
  providerTypes(): ProviderDescriptor[];
}

export interface ChannelDependencies {
  database: Database;
  groups: GroupService;
  settings: SettingsService;
  mail: MailService;
  providers: readonly {
    descriptor: ProviderDescriptor;
    balance?: object;
    paidFields?: { list: readonly unknown[] };
  }[];
  probe: ChannelProbe;
  isPublicHost: PublicHostCheck;
  secretBox: SecretBox;
  changeNotice: ChangeNotice;
  audit: Audit;
  clock: Clock;
}

/** What happened to which channels; a new one has no id before it is written. */
interface ChannelEvent {
  action: string;
  targets: { id?: number; name: string }[];
  detail?: Record<string, unknown>;
}

export function createChannelService(deps: ChannelDependencies): ChannelService {
  const { database, clock, secretBox } = deps;
  const channels = createChannelRepository(database.queries, secretBox);
  const events = createChannelEventRepository(database.queries);

  async function find(id: number): Promise<ChannelRow> {
    const row = await channels.find(id);
    if (!row) throw new AppError("channel.not_found");
    return row;
  }

  async function storedKeys(id: number): Promise<string[]> {
    const key_encrypted = await channels.findSealedKey(id);
    if (key_encrypted === undefined) throw new AppError("channel.not_found");
    return openChannelKeys(secretBox, { id, key_encrypted });
  }

  function sealKeys(id: number, text: string): ChannelChange {
    const keys = splitKeys(text);
    return {
      key_encrypted: secretBox.seal(keys.join("\n"), sealedColumns.channelKey(id)),
      key_count: keys.length,
      key_hint: keyHint(keys),
    };
  }

  async function checkReferences(form: { type: number; base_url: string; groups: string[] }): Promise<void> {
    const descriptor = deps.providers.find((one) => one.descriptor.type === form.type)?.descriptor;
    refuseUnknownReferences(form, { descriptor, groups: await deps.groups.symbols() });
  }

  /** Changes channels and writes the audit entry in one transaction, then announces it. Nothing changed: neither. */
  async function change(
    actor: Actor,
    write: (queries: TransactionQueries) => Promise<number>,
    { action, targets, detail }: ChannelEvent,
  ): Promise<number> {
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
  }

  /** Status switches of a person, written to the timelines of those that change by them. */
  const applying =
    (actor: Actor, ids: number[], values: ChannelChange & { status?: number | undefined }) =>
    async (queries: TransactionQueries): Promise<number> => {
      const { status } = values;
      const inside = createChannelRepository(queries, secretBox);
      const before = status === undefined ? [] : await inside.statusesOf(ids);
      const count = await inside.update(ids, values);
      const switched = before.filter((one) => one.status !== status).map((one) => one.id);
      const kind = status === channelStatus.enabled ? "enabled" : "disabled";
      await createChannelHistory(queries, clock).note(switched, { kind, actor });
      return count;
    };

  const removing =
    (ids: number[]) =>
    async (queries: TransactionQueries): Promise<number> => {
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
    };

  return {
    ...createChannelHealth({ ...deps, find, storedKeys }),

    async list(request) {
      const { rows, total } = await channels.page(request, request);
      const { page, size } = request;
      const tests = await events.newestOf(
        rows.map(({ id }) => id),
        ["test_passed", "test_failed"],
      );
      const failed = tests.filter(({ kind }) => kind === "test_failed");
      const problems = new Map(failed.map(({ channel_id, reason }) => [channel_id, reason]));
      const data = rows.map((row) => presentChannel(row, problems.get(row.id)));
      return { data, page, size, total_count: total };
    },

    get: async (id) => presentChannel(await find(id)),

    async create(actor, sent) {
      const form = { ...sent, proxy: restoreProxyPassword(sent.proxy, "") };
      await checkReferences(form);
      await refusePrivateHosts(actor, undefined, form, deps.isPublicHost);
      const write = async (queries: TransactionQueries): Promise<number> => {
        const inside = createChannelRepository(queries, secretBox);
        const { proxy, model_headers, custom_parameter, plugin, ...rest } = newChannelOf(form, clock.now());
        const texts = { proxy, model_headers, custom_parameter, plugin };
        const unsealed = { proxy: "", model_headers: "", custom_parameter: "", plugin: "{}" };
        const newId = await inside.insert({ ...rest, ...unsealed, ...trustOf(actor, undefined, form) });
        await inside.update([newId], {
          ...sealChannelTexts(secretBox, newId, texts),
          ...sealKeys(newId, form.key),
        });
        return newId;
      };
      const id = await change(actor, write, {
        action: "create",
        targets: [{ name: form.name }],
        detail: { type: form.type },
      });
      return presentChannel(await find(id));
    },

    async update(actor, sent) {
      const before = await find(sent.id);
      const form = { ...sent, proxy: restoreProxyPassword(sent.proxy, before.proxy) };
      await checkReferences(form);
      if (form.key === "") refuseKeyAtNewAddress(actor, before, form);
      await refusePrivateHosts(actor, before, form, deps.isPublicHost);
      const columns = columnsOf(form);
      const values = {
        ...sealChannelTexts(secretBox, form.id, columns),
        ...trustOf(actor, before, form),
        ...(form.key !== "" && sealKeys(form.id, form.key)),
        // The edit may have changed what the upstream has.
        unsupported_endpoints: "[]",
      };
      const detail = auditedChanges(before, columns, form.key !== "");
      await change(actor, applying(actor, [form.id], values), {
        action: "update",
        targets: [before],
        detail,
      });
      return presentChannel(await find(form.id));
    },

    async patch(actor, id, patch) {
      const { status, priority, weight } = patch;
      const values = {
        ...(status !== undefined && { status, status_reason: "" }),
        ...(priority !== undefined && { priority }),
        ...(weight !== undefined && { weight }),
      };
      const before = await find(id);
      const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const detail = auditChanges({ ...before }, sent);
      const event = { action: "update", targets: [before], detail };
      if ((await change(actor, applying(actor, [id], values), event)) === 0)
        throw new AppError("channel.not_found");
      return presentChannel(await find(id));
    },

    async delete(actor, id) {
      const row = await find(id);
      await change(actor, removing([id]), { action: "delete", targets: [row] });
    },

    async editMany(actor, ids, { action, tag }) {
      const { enabled, disabled } = channelStatus;
      const write = {
        enable: applying(actor, ids, { status: enabled, status_reason: "" }),
        disable: applying(actor, ids, { status: disabled, status_reason: "" }),
        delete: removing(ids),
        tag: applying(actor, ids, { tag }),
      }[action];
      const living = new Set((await channels.statusesOf(ids)).map((one) => one.id));
      const targets = (await channels.namesOf(ids)).filter((one) => living.has(one.id));
      return change(actor, write, { action, targets, ...(action === "tag" && { detail: { tag } }) });
    },

    noteUnsupported: (missing) => noteUnsupported(deps, missing),

    async fetchModels(actor, sent) {
      const stored = sent.id === undefined ? undefined : await find(sent.id);
      const form = { ...sent, proxy: restoreProxyPassword(sent.proxy, stored?.proxy ?? "") };
      const descriptor = deps.providers.find((one) => one.descriptor.type === form.type)?.descriptor;
      refuseUnknownReferences({ ...form, groups: [] }, { descriptor, groups: [] });
      if (descriptor && !descriptor.canListModels) throw new AppError("channel.cannot_list_models");
      await refusePrivateHosts(actor, stored, form, deps.isPublicHost);
      let keys: string[] = [];
      if (form.key === "") {
        if (!stored)
          throw new AppError("request.invalid", { fields: [emptyField("key", "Enter the key first.")] });
        refuseKeyAtNewAddress(actor, stored, form);
        keys = await storedKeys(stored.id);
      }
      return fetchModels(deps.probe, form, keys, trustOf(actor, stored, form));
    },

    providerTypes: () =>
      deps.providers.map(({ descriptor, balance, paidFields }) => ({
        ...descriptor,
        fields: paidFields?.list.length ? [...descriptor.fields, paidFieldsField] : descriptor.fields,
        canReadBalance: balance !== undefined,
      })),
  };
}

/** Columns that may hold credentials. */
const secretColumns = ["proxy", "model_headers", "custom_parameter", "plugin", "other"];
/** Columns that hold a list as JSON text. */
const listColumns = ["models", "groups", "disabled_stream"];

/** What a form changed, for the audit log: of what may be secret only that it changed. */
function auditedChanges(
  before: ChannelRow,
  columns: ReturnType<typeof columnsOf>,
  newKey: boolean,
): Record<string, unknown> {
  const readable = (row: Record<string, unknown>): Record<string, unknown> => ({
    ...row,
    base_url: withoutCredentials(String(row["base_url"])),
    ...Object.fromEntries(listColumns.map((name) => [name, JSON.parse(String(row[name]))])),
  });
  const last = Object.fromEntries(
    Object.keys(columns).map((name) => [name, before[name as keyof ChannelRow]]),
  );
  const changes = auditChanges(readable(last), readable(columns), secretColumns);
  return newKey ? { ...changes, key: "replaced" } : changes;
}

/** An address without a user, a password and a query, each of which may be a key. */
function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}` : "";
}

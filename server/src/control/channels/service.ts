import type { CapabilityReport } from "@tollgate/contract/channel-tests";
import {
  type ChannelAnswer,
  type ChannelChangeForm,
  type ChannelEventKind,
  type ChannelForm,
  channelStatus,
} from "@tollgate/contract/channels";
import { costRatioField } from "@tollgate/contract/cost-ratio";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Page } from "@tollgate/contract/list-query";
import { paidFieldsField } from "@tollgate/contract/paid-fields";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import { createChannelEventRepository } from "../../storage/repositories/channel-event-repository.ts";
import {
  type ChannelFilter,
  createChannelRepository,
} from "../../storage/repositories/channel-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type { Actor } from "../actor.ts";
import { auditChanges } from "../audit-changes.ts";
import type { NoticeService } from "../notices/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { type BatchEdits, createBatchEdits } from "./batch-edits.ts";
import { type ChannelTags, createChannelTags } from "./channel-tags.ts";
import { createModelChecks, type ModelChecks } from "./check-models.ts";
import { type FetchModelsForm, fetchModels } from "./fetch-models.ts";
import { type ChannelHealth, createChannelHealth } from "./health.ts";
import { type MissingEndpoint, noteUnsupported } from "./note-unsupported.ts";
import { rejectKeyAtNewAddress, rejectPrivateHosts, rejectUnknownReferences, trustOf } from "./policy.ts";
import { presentChannel } from "./present.ts";
import { restoreProxyPassword } from "./proxy-password.ts";
import { createHealthReader, type HealthReader } from "./read-health.ts";
import { createCapabilityTrials } from "./try-capabilities.ts";
import { type ChannelWriterDependencies, createChannelWriter } from "./write-channels.ts";

export type { Rejection } from "./health.ts";

/** The timeline's entry for a test: itself, or the status change that it caused. */
const passedTests: readonly ChannelEventKind[] = ["test_passed", "enabled_automatically"];
const failedTests: readonly ChannelEventKind[] = ["test_failed", "disabled_automatically", "kept_enabled"];

export interface ChannelPatch {
  status?: number | undefined;
  priority?: number | undefined;
  weight?: number | undefined;
}

export interface ChannelService extends ChannelHealth {
  list(request: PageRequest & ChannelFilter): Promise<Page<ChannelAnswer>>;
  get(id: number): Promise<ChannelAnswer>;
  create(actor: Actor, form: ChannelForm, fixed: SentFixedFields): Promise<ChannelAnswer>;
  /** Changes the form's fields. */
  update(actor: Actor, form: ChannelChangeForm, fixed?: SentFixedFields): Promise<ChannelAnswer>;
  patch(actor: Actor, id: number, patch: ChannelPatch): Promise<ChannelAnswer>;
  delete(actor: Actor, id: number): Promise<void>;
  /** Returns how many there were. */
  deleteDisabled(actor: Actor): Promise<number>;
  editMany(
    actor: Actor,
    ids: number[],
    edit: { action: "enable" | "disable" | "delete" | "tag"; tag: string },
  ): Promise<number>;
  fetchModels(actor: Actor, form: FetchModelsForm): Promise<string[]>;
  /** Stores an endpoint that the upstream lacks; false if it was known. */
  noteUnsupported(missing: MissingEndpoint): Promise<boolean>;
  providerTypes(): ProviderDescriptor[];
  readonly tags: ChannelTags;
  readonly batches: BatchEdits;
  readonly health: HealthReader;
  readonly modelChecks: ModelChecks;
  /**
   * One unbilled call for each capability; one test per channel and a few per process.
   * @throws AppError channel.being_tried, channel.not_found, server.busy
   */
  tryCapabilities(id: number, model: string): Promise<CapabilityReport>;
}

export interface ChannelDependencies extends ChannelWriterDependencies {
  settings: SettingsService;
  notices: Pick<NoticeService, "notify">;
  providers: readonly {
    descriptor: ProviderDescriptor;
    balance?: object;
    paidFields?: { list: readonly unknown[] };
  }[];
  probe: ChannelProbe;
}

export function createChannelService(deps: ChannelDependencies): ChannelService {
  const channels = createChannelRepository(deps.database.queries, deps.secretBox);
  const events = createChannelEventRepository(deps.database.queries);
  const writer = createChannelWriter(deps);
  const { find, findForCall, change, applying, removing } = writer;

  return {
    ...createChannelHealth({ ...deps, find, findForCall }),
    tags: createChannelTags({ ...deps, writer }),
    health: createHealthReader(deps),
    modelChecks: createModelChecks({ ...deps, queries: deps.database.queries, channels, findForCall }),

    tryCapabilities: createCapabilityTrials({ ...deps, channels, findForCall }),

    batches: createBatchEdits({ ...deps, channels, writer }),

    async list(request) {
      const { rows, total } = await channels.page(request, request);
      const { page, size } = request;
      const tests = await events.newestWithoutRequest(
        rows.map(({ id }) => id),
        [...passedTests, ...failedTests],
      );
      const failed = tests.filter(({ kind }) => failedTests.includes(kind as ChannelEventKind));
      const problems = new Map(failed.map((test) => [test.channel_id, test]));
      const data = rows.map((row) => presentChannel(row, problems.get(row.id)));
      return { data, page, size, total_count: total };
    },

    get: async (id) => presentChannel(await find(id)),

    async create(actor, form, fixed) {
      rejectFixedFields(fixed);
      const write = await writer.creating(actor, form);
      const id = await change(actor, write, {
        action: "create",
        targets: [{ name: form.name }],
        detail: { type: form.type },
      });
      return presentChannel(await find(id));
    },

    async update(actor, form, fixed) {
      const { row: before, reach } = await writer.findWithReach(form.id);
      if (fixed) rejectFixedFields(fixed, presentChannel(before));
      const { values, detail } = await writer.checkEdit(actor, before, form);
      if (Object.keys(values).length === 0) return presentChannel(before);
      await change(actor, writer.editing(actor, { row: before, reach }, values), {
        action: "update",
        targets: [before],
        detail,
      });
      return presentChannel(await find(form.id));
    },

    async patch(actor, id, patch) {
      const { status, priority, weight } = patch;
      const values = {
        ...(status !== undefined && { status, status_reason: "", status_problem: "" }),
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

    async deleteDisabled(actor) {
      const { disabled, autoDisabled } = channelStatus;
      const targets = await channels.allWithStatus([disabled, autoDisabled]);
      if (targets.length === 0) return 0;
      return change(actor, removing(targets.map((row) => row.id)), { action: "delete", targets });
    },

    async editMany(actor, ids, { action, tag }) {
      const { enabled, disabled } = channelStatus;
      const write = {
        enable: applying(actor, ids, { status: enabled, status_reason: "", status_problem: "" }),
        disable: applying(actor, ids, { status: disabled, status_reason: "", status_problem: "" }),
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
      const hasKey = form.key !== "" || (stored !== undefined && stored.key_count > 0);
      rejectUnknownReferences({ ...form, group: [] }, { descriptor, groups: [], hasKey });
      if (descriptor && !descriptor.canListModels) throw new AppError("channel.cannot_list_models");
      await rejectPrivateHosts(actor, stored, form, deps.isPublicHost);
      let keys: readonly string[] = [""];
      if (form.key === "" && stored) {
        const own = await findForCall(stored.id);
        if (own.row.key_count > 0) rejectKeyAtNewAddress(actor, own.row, form);
        keys = own.keys;
      }
      return fetchModels(deps.probe, form, keys, trustOf(actor, stored, form));
    },

    providerTypes: () =>
      deps.providers.map(({ descriptor, balance, paidFields }) => ({
        ...descriptor,
        fields: [
          ...descriptor.fields,
          ...(paidFields?.list.length ? [paidFieldsField] : []),
          ...(descriptor.sandbox ? [] : [costRatioField]),
        ],
        canReadBalance: balance !== undefined,
      })),
  };
}

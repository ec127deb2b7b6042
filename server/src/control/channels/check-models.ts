import type { ModelCheck } from "@tollgate/contract/channel-tests";
import { channelStatus } from "@tollgate/contract/channels";
import { mapModel } from "@tollgate/contract/map-model";
import { isWildcard, matchModelPattern } from "@tollgate/contract/model-pattern";
import { AppError } from "../../platform/app-error.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import { cleanReason, quotableSecrets } from "../../platform/clean-message.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import type { Queries } from "../../storage/database.ts";
import { readModelCheck } from "../../storage/model-check-column.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import type { NoticeService } from "../notices/service.ts";
import { probeTargetOf, readStringMap } from "./channel-values.ts";
import { createChannelHistory } from "./history.ts";
import type { ChannelForCall } from "./write-channels.ts";

/**
 * Compares the models of channels with the lists of their upstreams. It marks and reports; it never changes a channel's
 * models. Routing takes a model that is no longer listed from other channels first.
 */
export interface ModelChecks {
  /** @throws AppError channel.cannot_list_models, channel.models_unavailable */
  check(id: number): Promise<ModelCheck>;
  /** Every enabled channel whose provider lists models. One that does not respond keeps its last check. */
  checkAll(): Promise<void>;
}

export interface ModelCheckDependencies {
  queries: Queries;
  channels: ChannelRepository;
  probe: ChannelProbe;
  notices: Pick<NoticeService, "notify">;
  changeNotice: ChangeNotice;
  clock: Clock;
  /** @throws AppError channel.not_found */
  findForCall(id: number): Promise<ChannelForCall>;
}

/** New models that are stored of one check. */
const newMost = 100;
/** Characters of names in a timeline and a mail. */
const namesLength = 300;

export function createModelChecks(deps: ModelCheckDependencies): ModelChecks {
  const { channels, clock } = deps;

  async function check(id: number): Promise<ModelCheck> {
    const { row, keys, reach } = await deps.findForCall(id);
    const target = probeTargetOf(row, keys);
    const listed = await deps.probe.listModels(target);
    if (listed === undefined) throw new AppError("channel.cannot_list_models");
    if (!Array.isArray(listed)) {
      const reason = cleanReason(listed.message, quotableSecrets(target)) || listed.kind;
      throw new AppError("channel.models_unavailable", { params: { reason } });
    }
    const before = readModelCheck(row);
    const now = compareModels(row, listed, { before, now: clock.now() });
    const stored = { model_check: JSON.stringify(now) };
    // Another address, key or list of models makes the comparison void.
    if (!(await channels.updateIfSameReach(id, reach, stored))) return now;
    if (goneOf(before) !== goneOf(now)) await deps.changeNotice.announce("channels");
    await report(row, before, now);
    return now;
  }

  /** Writes the differences since the last check to the timeline; removed models are reported. */
  async function report({ id, name }: ChannelRow, before: ModelCheck, now: ModelCheck): Promise<void> {
    const history = createChannelHistory(deps.queries, clock);
    const knownGone = new Set(before.gone_models.map(({ model }) => model));
    const gone = now.gone_models.map(({ model }) => model).filter((model) => !knownGone.has(model));
    const knownNew = new Set(before.new_models);
    const fresh = now.new_models.filter((model) => !knownNew.has(model));
    if (gone.length > 0) {
      const models = namesOf(gone);
      await history.note([id], { kind: "models_gone", reason: models });
      await deps.notices.notify({
        content: { kind: "models_gone", id, name, models, time: clock.now() },
        subject: `channel:${id}`,
        label: name,
      });
    }
    // The first check of a channel finds everything new that was left out on purpose.
    if (fresh.length > 0 && before.checked_time > 0)
      await history.note([id], { kind: "models_new", reason: namesOf(fresh) });
  }

  return {
    check,

    async checkAll() {
      // An upstream that does not respond proves nothing about its models.
      for (const { id } of await channels.allWithStatus([channelStatus.enabled]))
        await check(id).catch(() => {});
    },
  };
}

/** An empty list proves nothing: a channel has models, or it would not exist. */
export function compareModels(
  row: Pick<ChannelRow, "models" | "model_mapping">,
  listed: readonly string[],
  { before, now }: { before: ModelCheck; now: number },
): ModelCheck {
  if (listed.length === 0) return { ...before, checked_time: now };
  const models = JSON.parse(row.models) as string[];
  const mapping = readStringMap(row.model_mapping);
  const offered = new Set(listed);
  const sent = new Set(models.map((model) => mapModel(mapping, model).upstreamModel));
  const since = new Map(before.gone_models.map((gone) => [gone.model, gone.since]));
  return {
    checked_time: now,
    new_models: [...offered]
      .filter((name) => !sent.has(name) && matchModelPattern(models, name) === undefined)
      .sort()
      .slice(0, newMost),
    gone_models: models
      .filter((model) => !isWildcard(model) && !offered.has(mapModel(mapping, model).upstreamModel))
      .map((model) => ({ model, since: since.get(model) ?? now })),
  };
}

const goneOf = (check: ModelCheck): string =>
  check.gone_models
    .map(({ model }) => model)
    .sort()
    .join();

function namesOf(models: readonly string[]): string {
  const text = models.join(", ");
  return text.length > namesLength ? `${text.slice(0, namesLength - 1)}…` : text;
}

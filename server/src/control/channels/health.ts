import {
  type ChannelEvent,
  type ChannelTestResult,
  type ChannelTestRun,
  channelStatus,
} from "@tollgate/contract/channels";
import type { ChannelProblem } from "@tollgate/contract/channel-problems";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Page } from "@tollgate/contract/list-query";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import {
  type ChannelReach,
  type ChannelRow,
  createChannelRepository,
} from "../../storage/repositories/channel-repository.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { type Actor, systemActor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { NoticeContent } from "../mail/service.ts";
import type { NoticeService } from "../notices/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { keyNameOf } from "./channel-values.ts";
import { createChannelHistory, type Happening } from "./history.ts";
import { kindOfChannelModel } from "./model-kind.ts";
import { readBalance } from "./read-balance.ts";
import type { SpareRule } from "./spare-channels.ts";
import { type TestVerdict, testChannel } from "./test-channel.ts";
import { createTestRuns, type TestedChannel } from "./test-runs.ts";
import type { ChannelForCall } from "./write-channels.ts";

/** A failure of a channel in traffic. */
export interface Rejection {
  /** The key that was used; never stored. */
  key: string;
  /** Every key of the channel was rejected within a while. */
  everyKey: boolean;
  model: string;
  /** HTTP status of the response. */
  status: number;
  problem: ChannelProblem;
  /** The upstream's sentence, cleaned. */
  message: string;
  requestId: string;
}

/** The part of the service that measures the health of channels. */
export interface ChannelHealth {
  /** One unbilled call; may disable the channel or enable it again. */
  test(actor: Actor, id: number, model: string): Promise<ChannelTestResult>;
  /** Of the channels with these ids, or of all that are not disabled by a person. */
  startTestRun(actor: Actor, ids?: readonly number[]): Promise<ChannelTestRun>;
  readTestRun(): Promise<ChannelTestRun>;
  /** The scheduled test: automatically disabled channels, and the enabled ones if a setting includes them. */
  testOnSchedule(): Promise<void>;
  events(id: number, request: PageRequest): Promise<Page<ChannelEvent>>;
  /**
   * Evidence of a dead account from traffic: disables an enabled channel. While other keys of the channel work it is
   * only recorded; a key that the channel no longer has is ignored. True if the channel was disabled.
   */
  disableAutomatically(id: number, reason: string, rejection?: Rejection): Promise<boolean>;
  updateBalance(id: number): Promise<{ balance: number; balance_updated_time: number }>;
  /** Fetches the balance of every enabled channel whose provider has a balance API. */
  updateBalances(): Promise<void>;
}

export interface ChannelHealthDependencies {
  database: Database;
  settings: SettingsService;
  notices: Pick<NoticeService, "notify">;
  providers: readonly { descriptor: ProviderDescriptor; balance?: object }[];
  probe: ChannelProbe;
  secretBox: SecretBox;
  clock: Clock;
  /** @throws AppError channel.not_found */
  find(id: number): Promise<ChannelRow>;
  /** @throws AppError channel.not_found */
  findForCall(id: number): Promise<ChannelForCall>;
  changeNotice: ChangeNotice;
  audit: Audit;
}

/** Upstreams whose balance is fetched concurrently. */
const concurrentBalances = 4;
/** Seconds in which a rejected key is recorded once: it is tried again and again. */
const rejectionKnownSeconds = 86_400;

type ChannelNotice = Extract<NoticeContent, { id: number }>;

export function createChannelHealth(deps: ChannelHealthDependencies): ChannelHealth {
  const { database, clock } = deps;
  const channels = createChannelRepository(database.queries, deps.secretBox);
  const history = createChannelHistory(database.queries, clock);
  const { enabled, autoDisabled } = channelStatus;

  const kindOf = (row: ChannelRow, model: string) => kindOfChannelModel(database.queries, row, model);

  /**
   * Changes the status and notifies in one transaction; false if there was a concurrent change. The cause with a
   * `reach` is the result of a call: a channel that was edited since keeps its status.
   */
  async function switchTo(
    status: number,
    { id, reach }: { id: number; reach?: ChannelReach },
    cause: Happening,
    statusReason = cause.reason,
  ): Promise<boolean> {
    const off = status === autoDisabled;
    const reason = off ? (statusReason ?? "") : "";
    const problem = (off && cause.problem) || "";
    const { name } = await deps.find(id);
    const done = await database.transaction(async (queries) => {
      const inside = createChannelRepository(queries, deps.secretBox);
      const why = { reason, problem, reach };
      if (!(await inside.changeStatus(id, off ? enabled : autoDisabled, status, why))) return false;
      const kind = off ? "disabled_automatically" : "enabled_automatically";
      await createChannelHistory(queries, clock).note([id], { ...cause, kind });
      await deps.audit.record(queries, cause.actor ?? systemActor, {
        action: off ? "channel.auto_disable" : "channel.auto_enable",
        target: { type: "channel", id, name },
        detail: off ? { reason } : {},
      });
      return true;
    });
    if (done) {
      await deps.changeNotice.announce("channels");
      const { model = "", status: answer = 0 } = cause;
      const about = { id, name, model, time: clock.now() };
      await notify(
        off
          ? { kind: "channel_disabled", ...about, reason, status: answer }
          : { kind: "channel_enabled", ...about },
      );
    }
    return done;
  }

  const notify = (content: ChannelNotice): Promise<void> =>
    deps.notices.notify({ content, subject: `channel:${content.id}`, label: content.name });

  async function noteRejection(id: number, rejection: Happening): Promise<void> {
    if (!rejection.key) return;
    const since = clock.now() - rejectionKnownSeconds;
    if (!(await history.knowsRejection(id, rejection.key, since))) await history.note([id], rejection);
  }

  async function testOne(
    actor: Actor,
    channel: ChannelForCall,
    model: string,
    spare?: SpareRule,
  ): Promise<TestedChannel & { result: ChannelTestResult }> {
    const { id } = channel.row;
    const outcome = await testChannel({ ...deps, channels, kindOf }, channel, model);
    if (!outcome.happening) return { result: outcome.result, passed: undefined, change: "none" };
    for (const rejection of outcome.rejections) await noteRejection(id, rejection);
    const happening = { ...outcome.happening, actor };
    const tested = { id, reach: channel.reach };
    const change = await follow(tested, outcome.verdict, happening, spare);
    // A status change refers to the test that caused it; without one the test is recorded on its own.
    if (change === "none") await history.note([id], happening);
    return { result: outcome.result, passed: outcome.result.success, change };
  }

  async function follow(
    tested: { id: number; reach: ChannelReach },
    verdict: TestVerdict,
    happening: Happening & { actor: Actor },
    spare: SpareRule | undefined,
  ): Promise<TestedChannel["change"]> {
    if (verdict.kind === "none") return "none";
    if (verdict.kind === "enable") return (await switchTo(enabled, tested, happening)) ? "enabled" : "none";
    const cause = { ...happening, reason: verdict.reason, problem: verdict.problem };
    const short = spare?.takeAway(tested.id);
    if (short === undefined) return (await switchTo(autoDisabled, tested, cause)) ? "disabled" : "none";
    await history.note([tested.id], { ...cause, kind: "kept_enabled", model: short });
    return "kept";
  }

  const runs = createTestRuns({
    channels,
    runs: createJobRunRepository(database.queries),
    clock,
    findForCall: deps.findForCall,
    testOne,
    kindOf,
    async onEnd(counts) {
      const { passed, failed, skipped, disabled, enabled } = counts;
      const content = { passed, failed, skipped, disabled, enabled, time: clock.now() };
      await deps.notices.notify({
        content: { kind: "test_summary", ...content },
        subject: "channel-tests",
        label: "",
      });
    },
  });

  async function updateBalance(id: number): Promise<{ balance: number; balance_updated_time: number }> {
    const { row, keys, reach } = await deps.findForCall(id);
    const balance = await readBalance(deps.probe, row, keys);
    const change = { balance, balance_updated_time: clock.now() };
    // With another key it is another account's balance.
    if (!(await channels.updateIfSameReach(id, reach, change))) return change;
    const threshold = deps.settings.current().ChannelBalanceThreshold;
    const wasLow = row.balance_updated_time > 0 && row.balance < threshold;
    if (balance < threshold && !wasLow) {
      const amounts = { balance: `$${balance.toFixed(2)}`, threshold: `$${threshold.toFixed(2)}` };
      await notify({ kind: "balance_low", id, name: row.name, ...amounts, time: clock.now() });
    }
    return change;
  }

  return {
    async test(actor, id, model) {
      return (await testOne(actor, await deps.findForCall(id), model)).result;
    },

    startTestRun: (actor, ids) => runs.start(actor, ids),
    readTestRun: () => runs.read(),

    testOnSchedule() {
      const everyone = deps.settings.current().AutomaticTestEnabledChannels;
      return runs.runNow(systemActor, everyone ? [enabled, autoDisabled] : [autoDisabled]);
    },

    async events(id, request) {
      await deps.find(id);
      return history.page(id, request);
    },

    async disableAutomatically(id, reason, rejection) {
      if (!rejection) {
        return switchTo(autoDisabled, { id }, { kind: "disabled_automatically", reason });
      }
      const { keys, reach } = await deps.findForCall(id);
      const index = keys.indexOf(rejection.key);
      // The key was replaced in the meantime: the result does not concern the new one.
      if (index === -1) return false;
      const { model, status, problem, message, requestId } = rejection;
      const cause: Happening = { kind: "key_refused", model, status, problem, reason: message, requestId };
      await noteRejection(id, { ...cause, key: keyNameOf(keys, index) });
      if (keys.length > 1 && !rejection.everyKey) return false;
      return switchTo(autoDisabled, { id, reach }, cause, reason);
    },

    updateBalance,

    async updateBalances() {
      const withBalance = new Set(
        deps.providers.filter((one) => one.balance).map((one) => one.descriptor.type),
      );
      const rows = await channels.allWithStatus([enabled]);
      const waiting = rows.filter(({ type }) => withBalance.has(type)).values();
      const line = async (): Promise<void> => {
        // One upstream that does not respond must not hide the balances of the others; its time shows how old its own
        // is.
        for (const { id } of waiting) await updateBalance(id).catch(() => {});
      };
      await Promise.all(Array.from({ length: concurrentBalances }, line));
    },
  };
}

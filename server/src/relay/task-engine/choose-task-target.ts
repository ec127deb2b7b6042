import { mapModel } from "@tollgate/contract/map-model";
import type {
  ChannelTier,
  RelaySnapshot,
  SnapshotChannel,
  SnapshotGroup,
} from "../../snapshot/relay-snapshot.ts";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import type { Admitted } from "../admission/admit-request.ts";
import { backupGroupOf, groupOf } from "../admission/caller-group.ts";
import { RelayError } from "../relay-error.ts";
import { pickKey, priceMissing } from "../routing/choose-route.ts";
import { pickChannel } from "../routing/pick-channel.ts";
import { Tried } from "../routing/tried.ts";
import type { TaskPlatform, TaskSubmission } from "../tasks/platform.ts";
import type { TaskTarget } from "./call-platform.ts";
import type { EngineDependencies } from "./engine.ts";
import { priceTask, type TaskPrice } from "./task-price.ts";

/** A channel and key for a submission, and what it costs there. */
export interface TaskRoute extends TaskTarget {
  upstreamModel: string;
  priced: TaskPrice;
}

type ChooseDependencies = Pick<EngineDependencies, "breaker" | "views" | "random">;

/** The search for a channel of one submission. A follow-up can only use the channel of the task that it continues. */
export class TargetSearch {
  readonly group: SnapshotGroup;
  readonly tried: Tried;
  #dependencies: ChooseDependencies;
  #snapshot: RelaySnapshot;
  #submission: TaskSubmission;
  #tiers: readonly ChannelTier[];
  #only: TaskTarget | undefined;

  /** @throws RelayError if no channel of the platform offers the model, or the earlier task's is not in reach */
  constructor(
    dependencies: ChooseDependencies,
    snapshot: RelaySnapshot,
    call: {
      platform: TaskPlatform;
      submission: TaskSubmission;
      admitted: Admitted;
      continued: TaskRow | undefined;
    },
  ) {
    const { platform, submission, admitted, continued } = call;
    this.#dependencies = dependencies;
    this.#snapshot = snapshot;
    this.#submission = submission;
    this.tried = new Tried(admitted.excluded);
    const fits = (channel: SnapshotChannel): boolean => platform.channelTypes.includes(channel.type);
    const own = groupOf(admitted.caller, snapshot);
    if (continued) {
      this.#tiers = [];
      this.#only = originOf(snapshot, continued);
      const { id, groups } = this.#only.channel;
      const backup = backupGroupOf(admitted.caller, snapshot);
      const group = [own, backup].find((one) => one && groups.includes(one.symbol));
      // Another group's channel would be used at this group's price.
      if (!group && admitted.pinned !== id) throw originAway();
      this.group = group ?? own;
      return;
    }
    if (admitted.pinned !== undefined && !admitted.pinForRawOnly) {
      const channel = snapshot.channel(admitted.pinned);
      if (!channel || !fits(channel))
        throw new RelayError("no_channel", `The channel ${admitted.pinned} is not available for this call.`);
      this.group = own;
      this.#tiers = [{ priority: channel.priority, channels: [channel] }];
      return;
    }
    const tiersOf = (group: SnapshotGroup): ChannelTier[] =>
      snapshot
        .candidates(group.symbol, submission.model)
        .map(({ priority, channels }) => ({ priority, channels: channels.filter(fits) }))
        .filter(({ channels }) => channels.length > 0);
    const backup = backupGroupOf(admitted.caller, snapshot);
    const tiers = tiersOf(own);
    const others = tiers.length === 0 && backup ? tiersOf(backup) : [];
    if (tiers.length + others.length === 0)
      throw new RelayError(
        "model_not_found",
        `The model ${submission.model} does not exist or you cannot use it.`,
        { param: "model" },
      );
    this.group = others.length > 0 && backup ? backup : own;
    this.#tiers = tiers.length > 0 ? tiers : others;
  }

  /** True if only one channel can take the submission. */
  get isBound(): boolean {
    return this.#only !== undefined;
  }

  /**
   * The next channel that was not tried, at `cost` if that is named; undefined: there is none.
   * @throws RelayError `price_missing` if that is all that is wrong and nothing was tried
   */
  next(cost?: number): TaskRoute | undefined {
    const { breaker, random } = this.#dependencies;
    if (this.#only) return this.tried.isEmpty ? this.#open(this.#only) : undefined;
    const { model } = this.#submission;
    const passedOver = new Set<number>();
    let rejection: RelayError | undefined;
    for (;;) {
      const upstreamName = (channel: SnapshotChannel): string =>
        mapModel(channel.mapping, model).upstreamModel;
      const channel = pickChannel(
        this.#tiers,
        {
          isOut: (id) => passedOver.has(id) || this.tried.hasChannel(id),
          hasTools: false,
          streams: false,
          model,
          isCoolingDown: (one) => breaker.isCoolingDown(one.id, one.keys.length, upstreamName(one)),
          failedAt: (one) => breaker.leastRecentFailure(one.id, one.keys.length, upstreamName(one)).failedAt,
        },
        random,
      );
      if (!channel) break;
      passedOver.add(channel.id);
      try {
        const search = { dependencies: this.#dependencies, tried: this.tried };
        const route = this.#open({
          channel,
          keyIndex: pickKey(search, channel, upstreamName(channel), undefined),
        });
        if (cost === undefined || route.priced.cost === cost) return route;
      } catch (error) {
        if (!(error instanceof RelayError)) throw error;
        rejection = error;
      }
    }
    if (rejection && this.tried.isEmpty) throw rejection;
    return undefined;
  }

  #open(target: TaskTarget): TaskRoute {
    const { upstreamModel, billedModel } = mapModel(target.channel.mapping, this.#submission.model);
    const price = this.#snapshot.price(billedModel);
    if (!price) throw priceMissing(billedModel);
    return {
      ...target,
      upstreamModel,
      priced: priceTask(this.#snapshot, price, this.group, this.#submission),
    };
  }
}

/** Only the account that created a task can continue it. */
export function originOf(snapshot: RelaySnapshot, { channel_id, channel_key }: TaskRow): TaskTarget {
  const channel = snapshot.channel(channel_id);
  if (!channel || channel_key >= channel.keys.length) throw originAway();
  return { channel, keyIndex: channel_key };
}

function originAway(): RelayError {
  return new RelayError(
    "no_channel",
    "The channel of the earlier task is not available, and no other channel can continue the task.",
  );
}

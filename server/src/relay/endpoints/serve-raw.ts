import { callCost, noUsage } from "@tollgate/contract/cost";
import type { EndReason } from "@tollgate/contract/logs";
import type {
  RelaySnapshot,
  SnapshotChannel,
  SnapshotGroup,
  SnapshotPrice,
} from "../../snapshot/relay-snapshot.ts";
import type { Admitted, AdmittedCall } from "../admission/admit-request.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { groupOf } from "../admission/caller-group.ts";
import type { UpstreamCaller } from "../upstream/upstream-call.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { ChannelViews } from "../exchange.ts";
import { type ChargeDependencies, openCharge, shortageOfQuota } from "../metering/charge.ts";
import { errorFromProblem, withoutKeys } from "../fail-exchange.ts";
import { addChannelHeaders } from "../upstream/channel-headers.ts";
import type { SnapshotReader } from "../ports.ts";
import { withoutKey } from "../prepare-attempt.ts";
import { readProblem } from "../upstream/read-problem.ts";
import type { Provider, UpstreamRequest } from "../providers/provider.ts";
import { RelayError } from "../relay-error.ts";
import { ownModelOf } from "./endpoint-table.ts";
import { targetOf } from "../upstream/upstream-target.ts";
import type { Bindings } from "../response-state/bindings.ts";

export interface RawDependencies extends ChargeDependencies {
  snapshots: SnapshotReader;
  upstream: UpstreamCaller;
  bindings: Bindings;
  views: ChannelViews;
  findProvider(type: number): Provider | undefined;
  random(): number;
}

/** Target and price of a raw call: only a vendor's own calls have a price. */
interface RawTarget {
  channel: SnapshotChannel;
  provider: Provider;
  keyIndex: number;
  model: string;
  price: SnapshotPrice | undefined;
}

/** Caller headers that are sent upstream, without its key and connection headers. */
const forwarded = ["content-type", "accept", "openai-beta", "idempotency-key"];
/** Upstream headers that are returned. */
const returned = ["content-type", "content-disposition", "openai-processing-ms"];
const errorBodyLimit = 64 * 1024;

/**
 * Passes a call on unchanged: to the channel that an administrator names, or to the origin of the response that it
 * names.
 * Free, and logged as `relay:<path>`; a vendor's own calls have the price of a model (`OwnCalls`).
 * @throws RelayError
 */
export async function serveRaw(
  dependencies: RawDependencies,
  call: { method: string; path: string; query: string },
  admittedCall: AdmittedCall,
): Promise<void> {
  const { request, reply, admitted } = admittedCall;
  const snapshot = dependencies.snapshots.current();
  const group = groupOf(admitted.caller, snapshot);
  const target = await findTarget(dependencies, { snapshot, group }, call, admitted);
  const { channel, provider, keyIndex, price } = target;
  const view = dependencies.views.view(channel, provider, keyIndex);
  const built = provider.raw?.buildRequest(
    {
      method: call.method as UpstreamRequest["method"],
      path: call.path,
      query: withoutKey(call.query),
      body: request.body,
      headers: pick(request.headers, forwarded),
    },
    view,
  );
  if (!built) throw new RelayError("unsupported", `The channel ${channel.id} does not offer ${call.path}.`);
  const amount = price ? costPerCall(snapshot, price, group) : 0;
  const charge = await openCharge(dependencies, admitted.caller, amount);
  if (!charge.ok) {
    const { quotaPerUnit } = snapshot.settings;
    throw shortageOfQuota(charge, { caller: admitted.caller, now: dependencies.now(), quotaPerUnit });
  }
  // A disconnected caller is not served and pays nothing.
  if (reply.closed) {
    charge.release();
    return;
  }
  let outcome: RawOutcome = { problem: undefined, endReason: "upstream_error" };
  try {
    outcome = await passOn(dependencies.upstream, built, target, { ...admittedCall, isPriced: amount > 0 });
  } finally {
    request.booked = true;
    await charge.settle({
      cost: outcome.endReason === "upstream_error" ? 0 : amount,
      request,
      caller: admitted.caller,
      group,
      channelId: channel.id,
      model: target.model,
      price,
      usage: undefined,
      source: "none",
      endReason: outcome.endReason,
      startedAt: request.startedAt,
      stream: false,
      content: `relay:${call.path}`.slice(0, 500),
      metadata: {},
    });
  }
  if (!outcome.problem) return;
  // A truncated file must not end like a complete one.
  if (reply.headSent) reply.abort();
  throw errorFromProblem(outcome.problem);
}

/** Units that raw calls do not report: a price per such unit would make them free. */
const unreported = ["input", "output", "seconds", "pictures", "characters"] as const;

/**
 * The price of one raw call, which counts neither tokens nor units.
 * @throws RelayError for a price per token or unit
 */
function costPerCall(snapshot: RelaySnapshot, price: SnapshotPrice, group: SnapshotGroup): number {
  const rates = snapshot.rates(price, group.ratio);
  if (rates.kind === "tokens" && unreported.some((name) => rates.rates[name] > 0n))
    throw new RelayError(
      "price_missing",
      `The price of ${price.model} is per token or unit, and this call counts none. It needs a price per call.`,
    );
  return callCost(rates, noUsage);
}

async function findTarget(
  dependencies: RawDependencies,
  { snapshot, group }: { snapshot: RelaySnapshot; group: SnapshotGroup },
  { method, path }: { method: string; path: string },
  { caller, pinned }: Admitted,
): Promise<RawTarget> {
  const open = (
    channel: SnapshotChannel | undefined,
    keyIndex: number | undefined,
  ): RawTarget | undefined => {
    const provider = channel && dependencies.findProvider(channel.type);
    if (!channel || !provider) return undefined;
    const key = keyIndex ?? dependencies.views.nextKey(channel);
    return { channel, provider, keyIndex: key, model: "", price: undefined };
  };
  const model = ownModelOf(method, path);
  if (model !== undefined) {
    admitModel(caller, model);
    const price = snapshot.price(model);
    if (!price)
      throw new RelayError("price_missing", `The model ${model} has no price, so it cannot be called.`);
    const channels = snapshot.candidates(group.symbol, model)[0]?.channels ?? [];
    const found = open(channels[Math.floor(dependencies.random() * channels.length)], undefined);
    if (found) return { ...found, model, price };
    throw new RelayError("model_not_found", `The model ${model} does not exist or you cannot use it.`);
  }
  const named = pinned === undefined ? undefined : open(snapshot.channel(pinned), undefined);
  if (named) return named;
  if (pinned !== undefined) throw new RelayError("no_channel", `The channel ${pinned} is not available.`);
  const [, response, action = ""] = /^\/v1\/responses\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  // What a user may do without a channel is free.
  if (response !== undefined && !["", "cancel", "input_items"].includes(action))
    throw new RelayError("endpoint_not_found", `There is no endpoint ${path}.`);
  if (response !== undefined) {
    const [origin] = await dependencies.bindings.find([response]);
    const own = origin?.userId === caller.userId ? origin : undefined;
    const made = own && open(snapshot.channel(own.channelId), own.key);
    if (made) return made;
    // The same error for an unknown response and another user's, so that it reveals nothing.
    throw new RelayError("state_not_found", `Response with id '${response}' not found.`);
  }
  throw new RelayError(
    "channel_required",
    "Only administrators can make this call, with a channel named in the key: `sk-…#<channel id>`.",
  );
}

interface RawOutcome {
  problem: UpstreamProblem | undefined;
  endReason: EndReason;
}

function passOn(
  upstream: UpstreamCaller,
  request: UpstreamRequest,
  { channel, provider }: RawTarget,
  { reply, headers, isPriced }: Pick<AdmittedCall, "reply" | "headers"> & { isPriced: boolean },
): Promise<RawOutcome> {
  addChannelHeaders(request, channel);
  request.headers["accept-encoding"] = "identity";
  const target = targetOf({ channel, provider });
  return new Promise((resolve) => {
    let status = 0;
    let heads: Record<string, string> = {};
    let error = "";
    let isPaused = false;
    const fail = (problem: UpstreamProblem): void => {
      // The time limit passed while the caller was not reading: no fault of the upstream, and still charged.
      const endReason = isPaused && problem.kind === "timeout" ? "client_closed" : "upstream_error";
      resolve({ problem: withoutKeys(problem, channel), endReason });
    };
    const running = upstream.call(request, target, {
      onHead(code, found) {
        status = code;
        heads = found;
        if (status < 300) reply.head(status, { ...headers, ...pick(found, returned) });
      },
      onData(chunk) {
        if (status >= 300) {
          error += chunk.toString("utf8");
          if (error.length < errorBodyLimit) return;
          running.cancel();
          fail(readProblem(provider, status, error, heads));
        } else if (!reply.write(chunk)) {
          isPaused = true;
          running.pause();
        }
      },
      onEnd() {
        if (status >= 300) {
          fail(readProblem(provider, status, error, heads));
          return;
        }
        reply.end();
        resolve({ problem: undefined, endReason: "completed" });
      },
      onFail: fail,
    });
    const goOn = (): void => {
      isPaused = false;
      running.resume();
    };
    const onClose = (): void => {
      // The upstream finishes a paid call even if the caller disconnects.
      if (isPriced) {
        goOn();
        return;
      }
      running.cancel();
      resolve({ problem: undefined, endReason: "client_closed" });
    };
    reply.onDrain(goOn);
    reply.onClose(onClose);
  });
}

function pick(
  from: Record<string, string | string[] | undefined>,
  names: readonly string[],
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === "string") picked[name] = value;
  }
  return picked;
}

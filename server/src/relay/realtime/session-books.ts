import { callCost, completionTokens, noUsage, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { LogMetadata } from "@tollgate/contract/logs";
import { userStatus } from "@tollgate/contract/users";
import type { Reservation } from "../../ledger/ledger.ts";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import { admitModel } from "../admission/admit-caller.ts";
import { readApiKey } from "../admission/read-api-key.ts";
import { refuseForNow } from "../admit-request.ts";
import { usableGroup } from "../caller-group.ts";
import type { RoutedCall, Route } from "../exchange.ts";
import { checkUsage } from "../metering/check-usage.ts";
import { RelayError } from "../relay-error.ts";
import { priceMissing } from "../routing/choose-route.ts";
import type { ExchangeDependencies } from "../serve-exchange.ts";
import { keyWithdrawn, type SessionBooks } from "./realtime-session.ts";

/** Held for the answer to come; more is taken from the balance when it is booked. */
const heldUsage: UsageCounts = {
  ...noUsage,
  input: 2000,
  input_audio: 2000,
  output: 1000,
  output_audio: 2000,
};

/** What something is booked as. */
interface Terms {
  price: SnapshotPrice;
  model: string;
  upstreamModel: string;
}

type UsageSource = NonNullable<LogMetadata["usage_source"]>;

/** Books answers one by one, each with a log row of its own. @throws RelayError if not even one is covered */
export async function openBooks(
  dependencies: ExchangeDependencies,
  exchange: RoutedCall,
  route: Route,
): Promise<SessionBooks> {
  const { ledger, callers, snapshots, now, tokenCounter } = dependencies;
  const { caller, group, snapshot, request, head } = exchange;
  const rates = snapshot.rates(route.price, group.ratio);
  const amount = callCost(rates, heldUsage);
  const key = readApiKey(request.headers, request.path?.query)?.key ?? "";
  const hold = async (): Promise<Reservation | undefined> => {
    const { userId, tokenId, tokenUnlimited } = caller;
    const answer = await ledger.reserve({ userId, tokenId, tokenUnlimited, amount });
    if (!answer.ok && answer.short === "busy") refuseForNow(undefined);
    return answer.ok ? answer : undefined;
  };
  let held = await hold();
  if (!held)
    throw new RelayError("insufficient_quota", "The balance of the account does not cover an answer.");
  let answers = 0;
  let tokens = 0;
  let answerBegan = performance.now();
  const bookOn = async ({ price, model, upstreamModel }: Terms, usage: UsageCounts, source: UsageSource) => {
    if (!held) return false;
    const reservation = held;
    held = undefined;
    answers += 1;
    const { usage: checked, clamped } = checkUsage(usage, 0);
    const counts = checked ?? noUsage;
    tokens += promptTokens(counts) + completionTokens(counts);
    await ledger.settle(reservation, {
      cost: callCost(snapshot.rates(price, group.ratio), counts),
      record: {
        request_id: `${request.requestId}-${answers}`,
        created_at: now(),
        user_id: caller.userId,
        username: caller.username,
        token_id: caller.tokenId,
        token_name: caller.tokenName,
        model_name: model,
        prompt_tokens: promptTokens(counts),
        completion_tokens: completionTokens(counts),
        channel_id: route.channel.id,
        request_time: Math.round(performance.now() - answerBegan),
        is_stream: 1,
        source_ip: request.sourceIp,
        content: "",
        metadata: {
          group_name: group.symbol,
          group_ratio: group.ratio,
          price_type: price.type,
          price_model: price.model,
          input_ratio: price.input,
          output_ratio: price.output,
          ...(price.extra_ratios && { extra_ratios: price.extra_ratios }),
          usage: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
          usage_source: source,
          ...(clamped && { usage_clamped: true }),
          end_reason: "completed",
          format: "openai-realtime",
          native: true,
          ...(upstreamModel !== model && { upstream_model: upstreamModel }),
          attempts: exchange.attempts,
        },
      },
    });
    answerBegan = performance.now();
    held = await hold().catch(() => undefined);
    return held !== undefined;
  };
  const terms: Terms = { price: route.price, model: head.model, upstreamModel: route.upstreamModel };
  return {
    get tokens() {
      return tokens;
    },
    book: (usage) => bookOn(terms, usage, "upstream"),
    async bookTranscript(model, { usage, text }) {
      const price = model === undefined ? undefined : snapshot.price(model);
      const counted = usage ?? { ...noUsage, output: await tokenCounter.count(text) };
      const own = price && model !== undefined ? { price, model, upstreamModel: model } : terms;
      return bookOn(own, counted, usage ? "upstream" : "counted");
    },
    whyNotTranscribe(model) {
      if (model === "")
        return new RelayError("invalid_request", "The transcription of a session must name its model.");
      if (!snapshot.price(model)) return priceMissing(model);
      try {
        admitModel(caller, model);
      } catch (error) {
        if (error instanceof RelayError) return error;
        throw error;
      }
      return undefined;
    },
    async whyNotGoOn() {
      if (!snapshots.current().channel(route.channel.id))
        return "The channel of this session is no longer available.";
      const known = await callers.find(key);
      if (known && !usableGroup(known, group.symbol, snapshots.current()))
        return `The group ${group.symbol} of this session is no longer available.`;
      const expired = known !== undefined && known.tokenExpires > 0 && known.tokenExpires <= now();
      const goesOn =
        known?.userStatus === userStatus.enabled && known.tokenStatus === caller.tokenStatus && !expired;
      return goesOn ? undefined : keyWithdrawn;
    },
    end() {
      if (held) ledger.release(held);
      held = undefined;
    },
  };
}

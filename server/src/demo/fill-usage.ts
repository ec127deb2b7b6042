import {
  completionTokens,
  noUsage,
  type PriceTerms,
  promptTokens,
  type UsageCounts,
} from "@tollgate/contract/cost";
import { evaluatePrice, type PriceRule, priceCall, type RuledPrice } from "@tollgate/contract/price-rules";
import { outcomeCode } from "@tollgate/contract/call-outcome";
import { roles } from "@tollgate/contract/access";
import { matchModelPattern } from "@tollgate/contract/model-pattern";
import { defaultQuotaPerUnit, quotaFromDollars } from "@tollgate/contract/quota";
import { tokenStatus } from "@tollgate/contract/tokens";
import type { App } from "../build-app.ts";
import type { UsageRow } from "../ledger/ledger.ts";
import { demoModels, demoPeople, demoRatios, overdrawn, rootToken } from "./demo-data.ts";
import { chooseEnding, shownEndings, type DemoEnding } from "./demo-endings.ts";

const days = 30;
const callsPerWeekday = 130;
/** Between the calls that show each ending; they are the latest. */
const shownSeconds = 12;
/** Calls of the last hour in addition to those of the day, so that the gateway is seen at work. */
const callsOfLastHour = 80;

/** A small generator with a fixed seed: every demo has the same data. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface Payer {
  userId: number;
  username: string;
  tokenId: number;
  tokenName: string;
  tokenUnlimited: boolean;
  share: number;
  group: keyof typeof demoRatios;
  /** Calls only so many days ago and earlier. */
  untilDay: number;
  /** Calls only from so many days ago on. */
  fromDay: number;
}

/**
 * Thirty days of plausible calls, booked like real ones: log rows, roll-ups, entries and balances agree to the unit.
 */
export async function fillUsage(app: App): Promise<void> {
  const random = seeded(20);
  const payers = await openAccounts(app);
  const prices = await readPrices(app);
  const channels = await app.database.queries
    .selectFrom("channels")
    .select(["id", "name"])
    .orderBy("id")
    .execute();
  const now = Math.floor(Date.now() / 1000);
  for (let day = days; day >= 0; day--) {
    const weekend = [0, 6].includes(new Date((now - day * 86_400) * 1000).getUTCDay());
    const growth = 1 - day / (days * 2);
    const calls = Math.round(callsPerWeekday * growth * (weekend ? 0.35 : 1) * (0.8 + random() * 0.4));
    for (let i = 0; i < calls; i++) {
      const before = Math.floor(random() * 50_000);
      const isShown = day === 0 && i < shownEndings;
      const at = now - day * 86_400 - (isShown ? (i + 1) * shownSeconds : before);
      const payer = pickByShare(
        payers.filter(({ untilDay, fromDay }) => day >= untilDay && day < fromDay),
        random(),
      );
      await bookCall(app, payer, at, {
        random,
        prices,
        channels,
        number: day * 1000 + i,
        ofToday: day === 0 ? i : undefined,
      });
    }
  }
  const callers = payers.filter(({ untilDay }) => untilDay === 0);
  for (let i = 0; i < callsOfLastHour; i++) {
    const at = now - 60 - Math.floor(random() * 3500);
    const around = { random, prices, channels, number: 90_000 + i, ofToday: undefined };
    await bookCall(app, pickByShare(callers, random()), at, around);
  }
  await overdraw(app, payers, { prices, channel: channels[0], at: now - 7200 });
  await app.ledger.flush();
}

/** One response cost more than its account had: the administrator bears the rest. */
async function overdraw(
  app: App,
  payers: readonly Payer[],
  { prices, channel, at }: { prices: Map<string, RuledPrice>; channel: Channel | undefined; at: number },
): Promise<void> {
  const payer = payers.find(({ username }) => username === overdrawn);
  if (!payer || !channel) return;
  const price = priceOf(prices, "claude-sonnet-4-5");
  const usage = { ...noUsage, input: 18_000, output: 9000 };
  const reservation = await app.ledger.reserve({ ...payer, amount: 5000 });
  if (!reservation.ok) return;
  const attempt = { channel_id: channel.id, channel_name: channel.name, status: 200, time: 640, reason: "" };
  const how = { reason: "completed" as const, attempts: [attempt], channel, content: "", delivered: 1 };
  const call = {
    at,
    model: "claude-sonnet-4-5",
    price,
    usage,
    firstResponse: 640,
    stream: true,
    id: "demoover",
  };
  await app.ledger.settle(reservation, {
    cost: priceCall(price, demoRatios[payer.group], usage).cost,
    record: usageRow(payer, call, how),
  });
}

async function openAccounts(app: App): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (const person of demoPeople) {
    const user = await app.database.queries
      .selectFrom("users")
      .select(["id", "username"])
      .where("username", "=", person.username)
      .executeTakeFirstOrThrow();
    if (person.dollars > 0)
      await app.ledger.credit({
        id: `opening:${user.id}`,
        userId: user.id,
        amount: quotaFromDollars(person.dollars, defaultQuotaPerUnit),
        kind: "opening",
        remark: "Opening quota",
      });
    const tokens = await app.database.queries
      .selectFrom("tokens")
      .select(["id", "name", "unlimited_quota"])
      .where("user_id", "=", user.id)
      .where("status", "=", tokenStatus.enabled)
      .execute();
    for (const token of tokens) {
      payers.push({
        userId: user.id,
        username: user.username,
        tokenId: token.id,
        tokenName: token.name,
        tokenUnlimited: token.unlimited_quota === 1,
        share: person.share / tokens.length,
        group: person.group,
        untilDay: person.disabledDays ?? 0,
        fromDay: person.joinedDays ?? Number.POSITIVE_INFINITY,
      });
    }
  }
  const root = await app.database.queries
    .selectFrom("users")
    .select(["id", "username"])
    .where("role", "=", roles.root)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  payers.push({
    userId: root.id,
    username: root.username,
    tokenId: 0,
    tokenName: rootToken.name,
    tokenUnlimited: true,
    share: rootToken.share,
    group: "default",
    untilDay: 0,
    fromDay: Number.POSITIVE_INFINITY,
  });
  return payers;
}

async function readPrices(app: App): Promise<Map<string, RuledPrice>> {
  const rows = await app.database.queries.selectFrom("prices").selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.model,
      {
        ...row,
        extra_ratios: JSON.parse(row.extra_ratios) as PriceTerms["extra_ratios"],
        rules: JSON.parse(row.rules) as PriceRule[],
      },
    ]),
  );
}

function priceOf(prices: Map<string, RuledPrice>, model: string): RuledPrice {
  const found = prices.get(matchModelPattern(prices.keys(), model) ?? "");
  if (!found) throw new Error(`The demo has no price for ${model}.`);
  return found;
}

function pickByShare(payers: Payer[], mark: number): Payer {
  const total = payers.reduce((sum, payer) => sum + payer.share, 0);
  let left = mark * total;
  for (const payer of payers) {
    left -= payer.share;
    if (left < 0) return payer;
  }
  return payers[0] as Payer;
}

interface Channel {
  id: number;
  name: string;
}

interface Surroundings {
  random: () => number;
  prices: Map<string, RuledPrice>;
  channels: Channel[];
  number: number;
  ofToday: number | undefined;
}

async function bookCall(app: App, payer: Payer, at: number, around: Surroundings): Promise<void> {
  const { random, channels } = around;
  const model = demoModels[Math.floor(random() ** 1.6 * demoModels.length)] ?? "gpt-4o";
  const price = priceOf(around.prices, model);
  const input = Math.round(200 + random() ** 3 * 9000);
  const cached = random() < 0.3 ? Math.round(input * 0.6) : 0;
  const usage = { ...noUsage, input: input - cached, cached, output: Math.round(60 + random() ** 2 * 1400) };
  const firstResponse = Math.round(180 + random() * 900);
  const how = chooseEnding({ channels, firstResponse, random, ofToday: around.ofToday });
  const delivered = { ...usage, output: Math.round(usage.output * how.delivered) };
  const cost = how.delivered === 0 ? 0 : priceCall(price, demoRatios[payer.group], delivered).cost;
  const reservation = await app.ledger.reserve({ ...payer, amount: cost });
  if (!reservation.ok) return;
  const id = `demo${String(around.number).padStart(8, "0")}`;
  const call = { at, model, price, firstResponse, stream: random() < 0.7, id };
  const counted = how.delivered === 0 ? noUsage : delivered;
  await app.ledger.settle(reservation, { cost, record: usageRow(payer, { ...call, usage: counted }, how) });
}

interface BookedCall {
  at: number;
  model: string;
  price: RuledPrice;
  usage: UsageCounts;
  firstResponse: number;
  stream: boolean;
  id: string;
}

/** The row of the log, as the relay writes it. */
function usageRow(payer: Payer, call: BookedCall, how: DemoEnding): UsageRow {
  const { at, model, price, usage, firstResponse } = call;
  const { cached } = usage;
  return {
    request_id: call.id,
    created_at: at,
    user_id: payer.userId,
    username: payer.username,
    token_id: payer.tokenId,
    token_name: payer.tokenName,
    model_name: model,
    prompt_tokens: promptTokens(usage),
    completion_tokens: completionTokens(usage),
    channel_id: how.channel.id,
    request_time: how.attempts.reduce((sum, { time }) => sum + time, 0) + usage.output * 12,
    is_stream: call.stream ? 1 : 0,
    source_ip: "192.0.2.10",
    content: how.content,
    outcome: outcomeCode(how.reason),
    metadata: {
      group_name: payer.group,
      group_ratio: demoRatios[payer.group],
      ...describePrice(price, model, usage),
      ...(how.delivered > 0 && {
        first_response: firstResponse,
        usage: { input: usage.input, ...(cached > 0 && { cached }), output: usage.output },
      }),
      usage_source: how.delivered > 0 ? "upstream" : "none",
      end_reason: how.reason,
      format: "openai-chat",
      native: true,
      attempts: how.attempts,
    },
  };
}

/** The price's terms after its rules, as the relay stores them. */
function describePrice(price: RuledPrice, model: string, usage: UsageCounts): UsageRow["metadata"] {
  const { terms, ratio, rules } = evaluatePrice(price, { promptTokens: promptTokens(usage) });
  return {
    price_type: terms.type,
    price_model: model,
    input_ratio: terms.input,
    output_ratio: terms.output,
    ...(terms.extra_ratios && { extra_ratios: terms.extra_ratios }),
    ...(rules.length > 0 && { price_rules: [...rules] }),
    ...(ratio !== 1 && { price_ratio: ratio }),
  };
}

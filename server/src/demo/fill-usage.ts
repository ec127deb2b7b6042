import {
  callCost,
  completionTokens,
  costRates,
  noUsage,
  type PriceTerms,
  promptTokens,
} from "@tollgate/contract/cost";
import { defaultQuotaPerUnit, quotaFromDollars } from "@tollgate/contract/quota";
import type { App } from "../build-app.ts";
import type { UsageRow } from "../ledger/ledger.ts";
import { demoModels, demoPeople } from "./demo-data.ts";

const days = 30;
const callsPerWeekday = 130;

/** A small generator with a fixed seed: every demo tells the same story. */
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
}

/** Thirty days of plausible calls, booked like real ones: log rows, roll-ups, entries and balances agree to the unit. */
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
      const at = now - day * 86_400 - Math.floor(random() * 50_000);
      const payer = pickByShare(payers, random());
      await bookCall(app, payer, at, { random, prices, channels, number: day * 1000 + i });
    }
  }
  await app.ledger.flush();
}

async function openAccounts(app: App): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (const person of demoPeople) {
    const user = await app.database.queries
      .selectFrom("users")
      .select(["id", "username"])
      .where("username", "=", person.username)
      .executeTakeFirstOrThrow();
    await app.ledger.credit({
      id: `opening:${user.id}`,
      userId: user.id,
      amount: quotaFromDollars(person.dollars, defaultQuotaPerUnit),
      kind: "opening",
      remark: "demo",
    });
    const tokens = await app.database.queries
      .selectFrom("tokens")
      .select(["id", "name", "unlimited_quota"])
      .where("user_id", "=", user.id)
      .execute();
    for (const token of tokens) {
      payers.push({
        userId: user.id,
        username: user.username,
        tokenId: token.id,
        tokenName: token.name,
        tokenUnlimited: token.unlimited_quota === 1,
        share: person.share / tokens.length,
      });
    }
  }
  return payers;
}

async function readPrices(app: App): Promise<Map<string, PriceTerms>> {
  const rows = await app.database.queries.selectFrom("prices").selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.model,
      { ...row, extra_ratios: JSON.parse(row.extra_ratios) as PriceTerms["extra_ratios"] },
    ]),
  );
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

interface Surroundings {
  random: () => number;
  prices: Map<string, PriceTerms>;
  channels: { id: number; name: string }[];
  number: number;
}

async function bookCall(app: App, payer: Payer, at: number, around: Surroundings): Promise<void> {
  const { random } = around;
  const model = demoModels[Math.floor(random() ** 1.6 * demoModels.length)] ?? "gpt-4o";
  const price = around.prices.get(model) ?? { type: "tokens" as const, input: 0.5, output: 1.5 };
  const input = Math.round(200 + random() ** 3 * 9000);
  const cached = random() < 0.3 ? Math.round(input * 0.6) : 0;
  const usage = { ...noUsage, input: input - cached, cached, output: Math.round(60 + random() ** 2 * 1400) };
  const cost = callCost(costRates(price, 1), usage);
  const reservation = await app.ledger.reserve({
    userId: payer.userId,
    tokenId: payer.tokenId,
    tokenUnlimited: payer.tokenUnlimited,
    amount: cost,
  });
  if (!reservation.ok) return;
  const channel = around.channels[random() < 0.75 ? 0 : 1] ?? { id: 0, name: "" };
  const stream = random() < 0.7;
  const firstResponse = Math.round(180 + random() * 900);
  const record: UsageRow = {
    request_id: `demo${String(around.number).padStart(8, "0")}`,
    created_at: at,
    user_id: payer.userId,
    username: payer.username,
    token_id: payer.tokenId,
    token_name: payer.tokenName,
    model_name: model,
    prompt_tokens: promptTokens(usage),
    completion_tokens: completionTokens(usage),
    channel_id: channel.id,
    request_time: firstResponse + usage.output * 12,
    is_stream: stream ? 1 : 0,
    source_ip: "192.0.2.10",
    content: "",
    metadata: {
      group_name: "default",
      group_ratio: 1,
      price_type: price.type,
      price_model: model,
      input_ratio: price.input,
      output_ratio: price.output,
      ...(price.extra_ratios && { extra_ratios: price.extra_ratios }),
      first_response: firstResponse,
      usage: { input: usage.input, ...(cached > 0 && { cached }), output: usage.output },
      usage_source: "upstream",
      end_reason: "completed",
      format: "openai-chat",
      native: true,
      attempts: [
        { channel_id: channel.id, channel_name: channel.name, status: 200, time: firstResponse, reason: "" },
      ],
    },
  };
  await app.ledger.settle(reservation, { cost, record });
}

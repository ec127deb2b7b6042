import { indexModels } from "@tollgate/contract/model-pattern";
import { simulatedCall } from "@tollgate/contract/price-simulation";
import { type Price, type PriceInput, price as priceSchema } from "@tollgate/contract/pricing";
import { mapModel } from "@tollgate/contract/map-model";
import { describe, expect, it } from "vitest";
import { everyPaidField } from "../../relay/providers/openai-compatible/paid-fields.ts";
import { allowedRatio } from "../../relay/request/paid-fields/allowed-ratio.ts";
import { type SimulatedOffer, simulateCall } from "./simulate-call.ts";

interface Channel extends Partial<SimulatedOffer> {
  mapping?: Record<string, string>;
}

const offer = (id: number, { mapping = {}, ...values }: Channel): SimulatedOffer => ({
  id,
  name: `channel ${id}`,
  type: 1,
  enabled: true,
  priority: 0,
  weight: 1,
  groups: ["default"],
  models: ["m"],
  gone: new Set(),
  mapModel: (requested) => mapModel(mapping, requested),
  plugin: {},
  ...values,
});

const plain: PriceInput = { model: "m", type: "tokens", channel_type: 1, input: 1, output: 2 };

function simulate(
  call: object,
  offers: SimulatedOffer[],
  prices: PriceInput[] = [plain],
  groupUsable = true,
) {
  const parsed = prices.map((one): [string, Price] => [one.model, priceSchema.parse(one)]);
  return simulateCall({
    call: simulatedCall.parse({ model: "m", ...call }),
    user: null,
    group: { symbol: "default", name: "Default", ratio: 0.5 },
    groupUsable,
    offers,
    prices: indexModels(parsed),
    tierRatio: (_type, tier) => (tier === "priority" ? 2 : 1),
    fieldRatio: ({ plugin }, field, value) => allowedRatio(everyPaidField, plugin, { field, value }),
  });
}

describe("a simulated call", () => {
  const usage = { input: 1000, cached: 500, output: 100 };

  it("is priced by the group, line by line, and rounded up once", () => {
    const found = simulate({ usage: { input: 3, output: 1 } }, [offer(1, {})]);
    expect(found).toMatchObject({
      problem: "none",
      match: "exact",
      channel: { id: 1 },
      lines: [
        { class: "input", count: 3, unit_price: 1, quota: 1.5 },
        { class: "output", count: 1, unit_price: 2, quota: 1 },
      ],
      cost: 3,
      dollars: 3 / 500_000,
    });
  });

  it("shows which rules apply and their effect on the price", () => {
    const rules = [
      { when: { prompt_above: 1000 }, input: 4 },
      { when: { service_tier: "flex" }, ratio: 0.25 },
    ];
    const found = simulate(
      { usage, service_tier: "flex" },
      [offer(1, {})],
      [{ ...plain, model: "m*", rules }],
    );
    expect(found).toMatchObject({
      match: "wildcard",
      rules,
      input: 4,
      output: 2,
      rule_ratio: 0.25,
      tier_ratio: 1,
    });
    expect(found.cost).toBe((6000 + 200) * 0.5 * 0.25);
  });

  it("uses the provider's multiple for a tier that the price has no rule for", () => {
    const found = simulate({ usage, service_tier: "priority" }, [offer(1, {})]);
    expect(found).toMatchObject({ tier_ratio: 2, cost: 1700 });
  });

  it("applies the channel's ratios for the paid fields that it allows, and names the others", () => {
    const paid_fields = { "service_tier=priority": "3", transforms: "1.2" };
    const allowing = offer(1, { plugin: { paid_fields } });
    const request = {
      usage,
      paid_fields: ["transforms", "service_tier=priority", "plugins", "my_field"],
    };
    const all = simulate({ ...request, service_tier: "priority" }, [allowing]);
    expect(all).toMatchObject({ tier_ratio: 3, field_ratio: 1.2, refused_fields: ["plugins"] });
    expect(all.cost).toBe(Math.ceil(850 * 3 * 1.2));
    const others = simulate({ usage, service_tier: "flex", paid_fields: ["service_tier=auto"] }, [allowing]);
    expect(others).toMatchObject({ tier_ratio: 1, field_ratio: 1, refused_fields: [], cost: 850 });
    const ruled = { ...plain, rules: [{ when: { service_tier: "priority" }, ratio: 4 }] };
    const byRule = simulate({ ...request, service_tier: "priority" }, [allowing], [ruled]);
    expect(byRule).toMatchObject({ tier_ratio: 1, field_ratio: 1.2, cost: Math.ceil(850 * 4 * 1.2) });
  });

  it("uses the highest priority, and reports of every other channel why it is not tried", () => {
    const offers = [
      offer(1, { priority: 5 }),
      offer(2, { priority: 9, weight: 3 }),
      offer(3, { enabled: false, priority: 99 }),
      offer(4, { groups: ["vip"] }),
      offer(5, { models: ["other"] }),
      offer(6, { models: ["m*"] }),
      offer(7, { mapping: { m: "unpriced" } }),
      offer(8, { priority: 9, mapping: { m: "dear" } }),
    ];
    const found = simulate({ usage }, offers, [plain, { ...plain, model: "dear", input: 10 }]);
    expect(found.channels.map(({ id, role, cost }) => [id, role, cost])).toEqual([
      [2, "first", 850],
      [8, "first", 7600],
      [1, "candidate", 850],
      [7, "no_price", null],
      [6, "exact_elsewhere", null],
      [5, "other_models", null],
      [4, "other_group", null],
      [3, "disabled", null],
    ]);
    expect(found).toMatchObject({ channel: { id: 2 }, billed_model: "m", cost: 850 });
  });

  it("takes a channel whose provider no longer lists the model after the others, or as the only one", () => {
    const gone = offer(1, { priority: 9, gone: new Set(["m"]) });
    const roles = (offers: SimulatedOffer[]) =>
      simulate({ usage }, offers).channels.map(({ id, role, cost }) => [id, role, cost]);
    expect(roles([gone, offer(2, {})])).toEqual([
      [2, "first", 850],
      [1, "gone", 850],
    ]);
    expect(roles([gone])).toEqual([[1, "first", 850]]);
  });

  it("shows the margin on channels with a cost ratio, which the group's ratio does not change", () => {
    const offers = [
      offer(1, { plugin: { cost: { ratio: 0.4 } } }),
      offer(2, { plugin: { cost: { ratio: 0.7 } } }),
      offer(3, {}),
      offer(4, { enabled: false, plugin: { cost: { ratio: 0.1 } } }),
    ];
    const { channels } = simulate({ usage }, offers);
    // List price 1,700: the provider is paid 680 and 1,190 of the 850 charged.
    expect(channels.map(({ id, margin }) => [id, margin])).toEqual([
      [1, 170],
      [2, -340],
      [3, null],
      [4, null],
    ]);
  });

  it("is priced on a channel that is named, by the forwarded model", () => {
    const offers = [offer(1, {}), offer(8, { enabled: false, mapping: { m: "dear" } })];
    const prices = [plain, { ...plain, model: "dear", input: 10 }];
    expect(simulate({ usage, channel_id: 8 }, offers, prices)).toMatchObject({
      channel: { id: 8 },
      upstream_model: "dear",
      billed_model: "dear",
      cost: 7600,
    });
  });

  it("reports why the call would be rejected", () => {
    expect(simulate({ usage }, []).problem).toBe("no_channel");
    expect(simulate({ usage }, [offer(1, {})], [plain], false).problem).toBe("no_group");
    const unpriced = simulate({ usage, channel_id: 1 }, [offer(1, {})], []);
    expect(unpriced).toMatchObject({ problem: "no_price", price: null, match: "none", cost: 0, lines: [] });
  });
});

import * as z from "zod";
import { noUsage, type TokenClass } from "./cost.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { modelName } from "./model-pattern.ts";
import { extraRatios, price, priceRule } from "./pricing.ts";

const tokenClass = z.enum(Object.keys(noUsage) as [TokenClass, ...TokenClass[]]);
const count = z.int().min(0).max(limits.usageMax);
const fact = z.string().trim().max(limits.ruleTextMax).default("");

/** A simulated call: user, model and usage. */
export const simulatedCall = z
  .object({
    model: modelName,
    user_id: z.int().min(0).default(0).describe("The call is priced for the user's group. 0: for no user."),
    group: z
      .string()
      .max(limits.groupSymbolMax)
      .default("")
      .describe(
        "Symbol of the group to price for, as a token may name one. Empty: the user's own, otherwise `default`.",
      ),
    channel_id: z.int().min(0).default(0).describe("0: the first channel that routing would try."),
    usage: z.partialRecord(tokenClass, count).default({}).describe("What is used, by class."),
    service_tier: fact.describe("Tier that the upstream serves the call at. Empty: the standard one."),
    paid_fields: z
      .array(z.string().trim().min(1).max(limits.ruleTextMax))
      .max(20)
      .default([])
      .describe(
        "Fields of the request that cost extra, except the tier, as named in a channel's form: `plugins`, `inference_geo=us`.",
      ),
    size: fact.describe("Size of the pictures or the video."),
    quality: fact.describe("Quality of the pictures or the video."),
  })
  .meta({ id: "SimulatedCall" });
export type SimulatedCall = z.output<typeof simulatedCall>;

/** Why a channel would not serve a call, or `candidate`, or `gone` for those that come last, or `first` for the one that routing would begin with. */
export const channelRoles = [
  "first",
  "candidate",
  "gone",
  "disabled",
  "other_group",
  "other_models",
  "exact_elsewhere",
  "no_price",
] as const;
export type ChannelRole = (typeof channelRoles)[number];

export const simulatedChannel = z
  .object({
    id: z.int(),
    name: z.string(),
    priority: z.int(),
    weight: z.int(),
    role: z
      .enum(channelRoles)
      .describe(
        "`first`: tried first, by weight among those of its priority; `candidate`: tried later; `gone`: the provider no longer lists the model, so it is tried after the others; otherwise why it is not tried. `exact_elsewhere`: it serves the model by a wildcard, and another channel by its name.",
      ),
    billed_model: z.string().describe("Model whose price counts on this channel."),
    cost: z.int().nullable().describe("Quota on this channel; null without a price."),
    margin: z
      .number()
      .nullable()
      .describe(
        "Quota that is left of `cost` after the provider is paid; below 0: a loss. Null: the channel has no cost ratio, or the group is free.",
      ),
  })
  .meta({ id: "SimulatedChannel" });
export type SimulatedChannel = z.infer<typeof simulatedChannel>;

const costLine = z
  .object({
    class: tokenClass,
    count: z.int(),
    unit_price: z
      .number()
      .describe("Dollars per million tokens, per call of a tool, or per unit; ratios included."),
    quota: z.number().describe("Before the one rounding at the end."),
  })
  .meta({ id: "CostLine", description: "What one class of tokens, or one unit, costs." });

export const simulationProblems = ["none", "no_group", "no_channel", "no_price"] as const;

/** What a call would cost, and why. */
export const priceSimulation = z
  .object({
    problem: z.enum(simulationProblems).describe("Why the call would be rejected."),
    user: z.object({ id: z.int(), username: z.string() }).nullable(),
    group: z.object({ symbol: z.string(), name: z.string(), ratio: z.number() }),
    channel: z.object({ id: z.int(), name: z.string() }).nullable(),
    upstream_model: z.string().describe("Name that the channel forwards."),
    billed_model: z.string().describe("Name whose price counts."),
    price: price.nullable().describe("The price that matched, before its rules."),
    match: z.enum(["exact", "wildcard", "none"]),
    rules: z.array(priceRule).describe("Rules that apply, in order."),
    input: z.number().describe("Multiplier of input tokens after the rules, or of a call."),
    output: z.number(),
    extra_ratios: extraRatios,
    rule_ratio: z.number().describe("Product of the rules' ratios."),
    tier_ratio: z
      .number()
      .describe(
        "Multiple for the tier, where no rule of the price names it: the channel's, where it allows the tier, else the provider's.",
      ),
    field_ratio: z.number().describe("Product of the ratios at which the channel lets the paid fields pass."),
    refused_fields: z
      .array(z.string())
      .describe("Paid fields that the channel does not let pass: removed, or the call is rejected."),
    per_call: z.number().describe("Quota of the call itself; 0 where tokens are priced."),
    lines: z.array(costLine),
    cost: z.int().describe("Quota, rounded up once."),
    dollars: z.number(),
    channels: z.array(simulatedChannel).describe("Enabled ones first, in the order of routing."),
  })
  .meta({
    id: "PriceSimulation",
    description: "What a call would cost, and why. Nothing is called or charged.",
  });
export type PriceSimulation = z.infer<typeof priceSimulation>;

export const simulatePrice = defineEndpoint({
  method: "POST",
  path: "/api/prices/simulate",
  access: "admin",
  summary:
    "What a call would cost a user or a group, by which price and rules, and which channels could serve it",
  body: simulatedCall,
  data: priceSimulation,
});

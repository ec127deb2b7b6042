import { listChannels, listProviderTypes } from "@tollgate/contract/channels";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { type PriceSimulation, simulatePrice } from "@tollgate/contract/price-simulation";
import {
  createPrice,
  listModelNames,
  listPrices,
  listUnpricedModels,
  type Price,
  updatePrice,
  updatePrices,
} from "@tollgate/contract/pricing";
import { listUsers } from "@tollgate/contract/users";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer } from "../../../test/api-mock";
import { anAdmin } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { pricingScreen } from "./screen";

const aPrice = (part: Partial<Price> = {}): Price => ({
  model: "pro",
  type: "tokens",
  channel_type: 0,
  input: 1,
  output: 4,
  locked: false,
  extra_ratios: {},
  rules: [],
  ...part,
});
const rules = [
  { when: { prompt_above: 200_000 }, input: 2, output: 6 },
  { when: { service_tier: "flex" }, ratio: 0.5 },
];

const open = (url = "/panel/pricing") => renderScreen(pricingScreen, { user: anAdmin(), url });
const set = (name: string | RegExp, value: string, role = "textbox") =>
  fireEvent.change(screen.getByRole(role, { name }), { target: { value } });

beforeEach(() => {
  answer(listProviderTypes, []);
  answer(listModelNames, ["pro", "mini"]);
  answer(listUnpricedModels, []);
});

describe("the rules of a price", () => {
  it("are counted in the list and explained on hover", async () => {
    answer(listPrices, [aPrice({ rules })]);
    const { person } = await open();
    await person.hover(await screen.findByText("2 rules"));
    const hint = await screen.findByRole("tooltip");
    expect(hint.textContent).toBe(
      "Prompt above 200,000 tokens: input $4.00 / 1M, output $12.00 / 1M\nService tier flex: total × 0.5",
    );
  });

  it("are added, ordered and saved with what an example call costs", async () => {
    answer(listPrices, [aPrice({ rules: rules.slice(1) })]);
    const calls = answer(updatePrice, aPrice());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "pro" }));
    await person.click(await screen.findByRole("button", { name: "Add rule" }));
    set("Prompt above", "200000", "spinbutton");
    const card = screen.getByRole("listitem", { name: "Rule 2" });
    await person.click(within(card).getByRole("button", { name: "Add value" }));
    await person.click(await screen.findByRole("menuitem", { name: "Input" }));
    fireEvent.change(within(card).getByRole("textbox", { name: "Input, Multiplier" }), {
      target: { value: "2" },
    });
    expect(
      await within(card).findByText("210,000 input + 500 output tokens: $0.844, without rules $0.424"),
    ).toBeVisible();
    await person.click(within(card).getByRole("button", { name: "Move rule 2 up" }));
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      rules: [{ when: { prompt_above: 200_000 }, input: 2 }, rules[1]],
    });
  });

  it("are rejected on the rule without a value or with an empty condition", async () => {
    answer(listPrices, [aPrice()]);
    const calls = answer(updatePrice, aPrice());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "pro" }));
    await person.click(await screen.findByRole("button", { name: /^Rules/ }));
    await person.click(await screen.findByRole("button", { name: "Add rule" }));
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByRole("spinbutton", { name: "Prompt above" })).toBeInvalid());
    set("Prompt above", "5", "spinbutton");
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Set at least one price that the rule changes.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Add value" }));
    await person.click(await screen.findByRole("menuitem", { name: "Overall ratio" }));
    set("Overall ratio", "0.5");
    await person.click(screen.getByRole("button", { name: "Remove Prompt above" }));
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Add at least one condition to the rule.")).toBeVisible();
    expect(calls).toHaveLength(0);
  });
});

describe("several models", () => {
  it("get one price in one request", async () => {
    answer(listPrices, []);
    const calls = answer(updatePrices, { changed: 2 });
    const one = answer(createPrice, aPrice());
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add price" }))[0] as HTMLElement);
    await person.type(await screen.findByRole("combobox", { name: /^Models/ }), "a{Enter}b{Tab}");
    set("Input, Multiplier", "1");
    set("Output, Multiplier", "4");
    await person.click(screen.getAllByRole("button", { name: "Add price" }).at(-1) as HTMLElement);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ original_models: [], models: ["a", "b"], price: { input: 1 } });
    expect(one).toHaveLength(0);
  });

  it("with equal prices are one row, and are edited together", async () => {
    answer(listPrices, [aPrice(), aPrice({ model: "pro-2" }), aPrice({ model: "mini", input: 0.1 })]);
    const calls = answer(updatePrices, { changed: 2 });
    const { person } = await open("/panel/pricing?view=groups");
    expect(await screen.findByText("pro-2")).toBeVisible();
    expect(screen.getAllByRole("row")).toHaveLength(3);
    await person.click(screen.getByRole("button", { name: "pro" }));
    expect(await screen.findByText("Edit price of 2 models")).toBeVisible();
    set("Input, Multiplier", "3");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      original_models: ["pro", "pro-2"],
      models: ["pro", "pro-2"],
      price: { input: 3 },
    });
  });
});

it("shows prices per thousand tokens, and the unit of a price that has one", async () => {
  answer(listPrices, [
    aPrice(),
    aPrice({ model: "draw", input: 0, output: 0, extra_ratios: { picture: 0.04 } }),
  ]);
  await open("/panel/pricing?unit=1K");
  const row = (await screen.findByText("pro")).closest("tr") as HTMLElement;
  expect(within(row).getByText("$0.002")).toBeVisible();
  expect(within(row).getByText("per 1K · × 1")).toBeVisible();
  const drawn = screen.getByText("draw").closest("tr") as HTMLElement;
  expect(within(drawn).getByText("per image")).toBeVisible();
  expect(within(drawn).queryByText("Free")).toBeNull();
});

it("shows what a request would cost, by which price and rules, and why other channels are not tried", async () => {
  const simulation: PriceSimulation = {
    problem: "none",
    user: null,
    group: { symbol: "vip", name: "VIP", ratio: 0.5 },
    channel: { id: 1, name: "First" },
    upstream_model: "pro",
    billed_model: "pro",
    price: aPrice({ model: "p*", rules }),
    match: "wildcard",
    rules: rules.slice(1),
    input: 1,
    output: 4,
    extra_ratios: {},
    rule_ratio: 0.5,
    tier_ratio: 1,
    field_ratio: 1.2,
    refused_fields: ["plugins"],
    per_call: 0,
    lines: [{ class: "input", count: 1000, unit_price: 0.5, quota: 250 }],
    cost: 750,
    dollars: 0.0015,
    channels: [
      {
        id: 1,
        name: "First",
        priority: 1,
        weight: 1,
        role: "first",
        billed_model: "pro",
        cost: 750,
        margin: 225,
      },
      {
        id: 2,
        name: "Second",
        priority: 1,
        weight: 1,
        role: "disabled",
        billed_model: "pro",
        cost: null,
        margin: null,
      },
    ],
  };
  answer(listPrices, [aPrice()]);
  answer(listUsers, { data: [], page: 1, size: 20, total_count: 0 });
  answer(listChannels, { data: [], page: 1, size: 20, total_count: 0 });
  answer(listGroupSymbols, ["default", "vip"]);
  const calls = answer(simulatePrice, simulation);
  const { person } = await open();
  await person.click(await screen.findByRole("button", { name: "Calculate cost" }));
  await person.type(await screen.findByRole("combobox", { name: /^Model/ }), "pro");
  set("Service tier", "flex");
  await person.type(screen.getByRole("combobox", { name: "Paid fields" }), "plugins{Enter}speed=fast{Enter}");
  await person.click(screen.getByRole("button", { name: "Calculate" }));
  expect(
    await screen.findByText("pro matches the price p* · group VIP × 0.5 · channel First · paid fields × 1.2"),
  ).toBeVisible();
  expect(calls[0]?.body).toMatchObject({
    model: "pro",
    service_tier: "flex",
    paid_fields: ["plugins", "speed=fast"],
    usage: { input: 1000, output: 500 },
  });
  expect(screen.getByText("Service tier flex: total × 0.5")).toBeVisible();
  expect(screen.getByText("Margin $0.00045 · 30%")).toBeVisible();
  expect(screen.getByText(/^The channel does not allow plugins\./)).toBeVisible();
  expect(screen.getByText("$0.50 / 1M")).toBeVisible();
  expect(screen.getByText("Disabled")).toBeVisible();
});

import { getUserGroupMap } from "@tollgate/contract/groups";
import type { Price } from "@tollgate/contract/pricing";
import { listAvailableModels } from "@tollgate/contract/models";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, refuse } from "../../../test/api-mock";
import { renderScreen } from "../../../test/render-app";
import { pricesOfOffer } from "./offered-models";
import { priceListScreen } from "./screen";

const group = {
  id: 1,
  symbol: "default",
  name: "Default",
  ratio: 1,
  api_rate: 600,
  tokens_per_minute: 0,
  concurrency: 0,
  public: true,
  promotion: false,
  min: 0,
  max: 0,
  enable: true,
};
const price = { type: "tokens" as const, locked: false, extra_ratios: {}, rules: [] };
const openAi = { owned_by: "OpenAI", owner: { type: 1, text: "O", color: "#101010" } };
const anthropic = {
  owned_by: "Anthropic",
  owner: { type: 14, text: "A", color: "#202020", marks_cache: true },
};

beforeEach(() => {
  answer(getUserGroupMap, {
    default: group,
    vip: { ...group, id: 2, symbol: "vip", name: "VIP", ratio: 0.5 },
  });
  answer(listAvailableModels, {
    "claude-sonnet-4-5": {
      groups: ["default", "vip"],
      ...anthropic,
      price: {
        ...price,
        model: "claude-*",
        channel_type: 14,
        input: 1.5,
        output: 7.5,
      },
    },
    "gpt-5": {
      groups: ["default"],
      ...openAi,
      price: { ...price, model: "gpt-5", channel_type: 1, input: 0.625, output: 5 },
    },
    "dall-e": {
      groups: ["default"],
      ...openAi,
      price: { ...price, type: "times", model: "dall-e", channel_type: 1, input: 20, output: 20 },
    },
    "new-model": { groups: ["vip"], ...openAi, price: null },
  });
});

const rowOf = async (model: string) => within((await screen.findByText(model)).closest("tr") as HTMLElement);
const modelsShown = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("code")?.textContent);

describe("price list", () => {
  it("shows what each model costs in the first group, per million tokens or per call", async () => {
    await renderScreen(priceListScreen);
    const claude = await rowOf("claude-sonnet-4-5");
    expect(claude.getByText("$3.00")).toBeInTheDocument();
    expect(claude.getByText("$15.00")).toBeInTheDocument();
    // The ratios in force where the price names none: a tenth for reading, a quarter more for writing.
    expect(claude.getByText("$0.30")).toHaveTextContent("$0.30write $3.75");
    expect((await rowOf("gpt-5")).getAllByText("$1.25")).toHaveLength(2);
    expect((await rowOf("dall-e")).getByText(/\$0\.04/)).toHaveTextContent("per call");
    expect(modelsShown()).toEqual(["claude-sonnet-4-5", "dall-e", "gpt-5"]);
  });

  it("shows another group's models and prices, and prices per thousand, in the address", async () => {
    const { person, location } = await renderScreen(priceListScreen);
    await person.click(await screen.findByRole("button", { name: /^VIP/ }));
    expect((await rowOf("claude-sonnet-4-5")).getByText("$1.50")).toBeInTheDocument();
    expect(modelsShown()).toEqual(["claude-sonnet-4-5", "new-model"]);
    expect((await rowOf("new-model")).getByText("No price yet")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "1K tokens" }));
    expect((await rowOf("claude-sonnet-4-5")).getByText("$0.0015")).toBeInTheDocument();
    expect(location()).toBe("/price?group=vip&unit=1K");
  });

  it("offers many groups as a list, so that the prices stay in view", async () => {
    const symbols = ["default", "vip", "c", "d", "e", "f", "g"];
    answer(
      getUserGroupMap,
      Object.fromEntries(
        symbols.map((symbol, i) => [symbol, { ...group, id: i + 1, symbol, name: `Group ${symbol}` }]),
      ),
    );
    const { person, location } = await renderScreen(priceListScreen);
    await person.click(await screen.findByRole("combobox", { name: "Prices for the group" }));
    expect(screen.getAllByRole("option")).toHaveLength(symbols.length);
    await person.click(screen.getByRole("option", { name: /^Group vip/ }));
    expect(location()).toBe("/price?group=vip");
  });

  it("searches names and providers, and sorts by price", async () => {
    const { person } = await renderScreen(priceListScreen, { url: "/price?order=-output" });
    await screen.findByText("gpt-5");
    expect(modelsShown()).toEqual(["dall-e", "claude-sonnet-4-5", "gpt-5"]);
    await person.type(screen.getByRole("searchbox"), "anthr");
    await waitFor(() => expect(modelsShown()).toEqual(["claude-sonnet-4-5"]));
  });

  it("says when it could not be loaded", async () => {
    refuse(listAvailableModels, "server.internal");
    await renderScreen(priceListScreen);
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });

  it("says so where nothing is offered", async () => {
    answer(listAvailableModels, {});
    await renderScreen(priceListScreen);
    expect(await screen.findByText("No models are offered yet")).toBeInTheDocument();
  });
});

it("prices come without the noise of binary fractions, and with discounts that a price names", () => {
  const owner = { type: 1, text: "O", color: "#101010" };
  const offer = (extra: Partial<Price>) => ({
    owner,
    price: { ...price, model: "m", channel_type: 1, input: 0, output: 0, ...extra },
  });
  expect(pricesOfOffer(offer({ input: 0.15, output: 0.6 }), 1, "1K")).toMatchObject({
    input: 0.0003,
    cached: 0.0003,
  });
  const discount = { input: 0.15, output: 0.6, extra_ratios: { cached_tokens: 0.5 } };
  expect(pricesOfOffer(offer(discount), 2, "1M")).toMatchObject({ input: 0.6, output: 2.4, cached: 0.3 });
  const call = { type: "times" as const, input: 50, output: 0 };
  expect(pricesOfOffer(offer(call), 1, "1M")).toEqual({ type: "times", call: 0.1 });
  expect(pricesOfOffer({ owner, price: null }, 1, "1M")).toBeUndefined();
});

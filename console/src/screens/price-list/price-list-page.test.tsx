import { getUserGroupMap } from "@tollgate/contract/groups";
import type { Price } from "@tollgate/contract/pricing";
import { listAvailableModels } from "@tollgate/contract/models";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { anAdmin, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { pricesOfOffer } from "./offered-models";
import { availableModelsScreen, priceListScreen } from "./screen";

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

const noFacts = { name: "", description: "", context_length: 0, max_tokens: 0, support_url: [] };

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
        rules: [{ when: { prompt_above: 200_000 }, output: 11.25 }],
      },
      facts: {
        ...noFacts,
        description: "Writes code.",
        context_length: 200_000,
        input_modalities: ["text", "image"],
        output_modalities: ["text"],
        capabilities: ["tools"],
        tags: ["fast"],
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
    .map((row) => within(row).getAllByRole("button")[0]?.textContent);

describe("price list", () => {
  it("shows what each model costs in the first group, per million tokens or per call", async () => {
    await renderScreen(priceListScreen);
    const claude = await rowOf("claude-sonnet-4-5");
    expect(claude.getByText("$3.00")).toBeInTheDocument();
    expect(claude.getByText("$15.00")).toHaveTextContent("$15.00$22.50 above 200K");
    expect(claude.getByText("200K")).toBeInTheDocument();
    // Default ratios: a tenth for reading, a quarter more for writing.
    expect(claude.getByText("$0.30")).toHaveTextContent("$0.30write $3.75");
    expect((await rowOf("gpt-5")).getAllByText("$1.25")).toHaveLength(2);
    expect((await rowOf("dall-e")).getByText(/\$0\.04/)).toHaveTextContent("per request");
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

  it("shows many groups as a select, so that the prices stay in view", async () => {
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

  it("filters by modality, capability and price", async () => {
    const { person, location } = await renderScreen(priceListScreen, { url: "/price?group=vip" });
    const choose = async (filter: string, option: string) => {
      await person.click(await screen.findByRole("button", { name: new RegExp(`^${filter}`) }));
      await person.click(await screen.findByRole("menuitem", { name: option }));
    };
    await choose("Availability", "Only available");
    await waitFor(() => expect(modelsShown()).toEqual(["claude-sonnet-4-5"]));
    await choose("Modality", "Image input");
    await choose("Capabilities", "fast");
    await waitFor(() => expect(modelsShown()).toEqual(["claude-sonnet-4-5"]));
    expect(location()).toContain("modality=in%3Aimage&capability=fast");
    await person.type(screen.getByRole("searchbox"), "writes code");
    await waitFor(() => expect(modelsShown()).toEqual(["claude-sonnet-4-5"]));
  });

  it("shows a model's facts, and its price for each group", async () => {
    const { person } = await renderScreen(priceListScreen);
    await person.click(await screen.findByRole("button", { name: "claude-sonnet-4-5" }));
    const panel = within(await screen.findByRole("dialog"));
    expect(panel.getByText("Writes code.")).toBeVisible();
    expect(panel.getByText("200,000 tokens")).toBeVisible();
    expect(panel.getByText("Text, Image → Text")).toBeVisible();
    expect(panel.getByText("Tools")).toBeVisible();
    expect(panel.getByText("Prompts above 200K tokens")).toBeVisible();
    expect(panel.getByText("$22.50")).toBeVisible();
    expect(panel.getByText("Cache write (1 h)").nextSibling).toHaveTextContent("$6.00");
    expect(panel.getByText("VIP · × 0.5").nextSibling).toHaveTextContent("Input $1.50 · Output $7.50");
  });

  it("shows when it could not be loaded", async () => {
    reject(listAvailableModels, "server.internal");
    await renderScreen(priceListScreen);
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });

  it("shows a message where nothing is offered", async () => {
    answer(listAvailableModels, {});
    await renderScreen(priceListScreen);
    expect(await screen.findByText("No models are offered yet")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Add channel" })).toBeNull();
  });

  it("leads administrators to a new channel where nothing is offered", async () => {
    answer(listAvailableModels, {});
    await renderScreen(availableModelsScreen, { user: anAdmin() });
    const link = await screen.findByRole("link", { name: "Add channel" });
    expect(link).toHaveAttribute("href", "/panel/channel");
  });
});

describe("available models", () => {
  it("shows the prices of the own group first", async () => {
    await renderScreen(availableModelsScreen, { user: aUser({ group: "vip" }) });
    expect((await rowOf("claude-sonnet-4-5")).getByText("$1.50")).toBeInTheDocument();
    expect(modelsShown()).toEqual(["claude-sonnet-4-5", "new-model"]);
  });
});

it("shows prices without binary fraction noise, and with discounts of the price", () => {
  const owner = { type: 1, text: "O", color: "#101010" };
  const dollars = (extra: Partial<Price>, ratio: number, unit: "1M" | "1K") => {
    const offer = { owner, price: { ...price, model: "m", channel_type: 1, input: 0, output: 0, ...extra } };
    const terms = pricesOfOffer(offer, ratio, unit)?.terms ?? [];
    return Object.fromEntries(terms.map((term) => [term.id, term.dollars]));
  };
  expect(dollars({ input: 0.15, output: 0.6 }, 1, "1K")).toEqual({ input: 0.0003, output: 0.0012 });
  const discount = { input: 0.15, output: 0.6, extra_ratios: { cached_tokens: 0.5 } };
  expect(dollars(discount, 2, "1M")).toEqual({ input: 0.6, output: 2.4, cached: 0.3 });
  // A ratio of six decimals would show $0.04399956.
  const rounded = { input: 0.66, extra_ratios: { cached_tokens: 0.033333 } };
  expect(dollars(rounded, 1, "1M")).toMatchObject({ cached: 0.044 });
  expect(dollars({ type: "times", input: 50 }, 1, "1K")).toEqual({ call: 0.1 });
  expect(dollars({ extra_ratios: { picture: 0.04 } }, 0.5, "1K")).toEqual({ picture: 0.02 });
  expect(pricesOfOffer({ owner, price: null }, 1, "1M")).toBeUndefined();
});

import { listProviderTypes } from "@tollgate/contract/channels";
import {
  createPrice,
  deletePrices,
  listModelNames,
  listUnpricedModels,
  listPrices,
  type Price,
  updatePrice,
} from "@tollgate/contract/pricing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { anAdmin } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { pricingScreen } from "./screen";

function aPrice(part: Partial<Price> = {}): Price {
  return {
    model: "gpt-5",
    type: "tokens",
    channel_type: 0,
    input: 0.625,
    output: 5,
    locked: false,
    extra_ratios: {},
    rules: [],
    ...part,
  };
}

const prices = [
  aPrice(),
  aPrice({ model: "claude-*", input: 1.5, output: 7.5, extra_ratios: { cached_read_tokens: 0.1 } }),
  aPrice({ model: "flux", type: "times", input: 20, output: 0 }),
];

const open = (url = "/panel/pricing") => renderScreen(pricingScreen, { user: anAdmin(), url });

beforeEach(() => {
  answer(listProviderTypes, []);
  answer(listModelNames, ["gpt-5", "claude-a", "claude-b"]);
  answer(listUnpricedModels, []);
});

const modelsShown = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("button")[0]?.textContent);

describe("the price list", () => {
  it("shows dollars with their unit beside the multiplier", async () => {
    answer(listPrices, prices);
    await open();
    const row = (await screen.findByText("gpt-5")).closest("tr") as HTMLElement;
    expect(within(row).getByText("$1.25")).toBeVisible();
    expect(within(row).getByText("per 1M · × 0.625")).toBeVisible();
    const perCall = screen.getByText("flux").closest("tr") as HTMLElement;
    expect(within(perCall).getByText("$0.04")).toBeVisible();
    expect(within(perCall).getByText("per request · × 20")).toBeVisible();
  });

  it("counts ratios and tool prices apart and names each on hover", async () => {
    const extra_ratios = { cached_read_tokens: 0.1, web_search_call: 0.02, code_run_call: 0 };
    answer(listPrices, [aPrice({ extra_ratios })]);
    const { person } = await open();
    await person.hover(await screen.findByText("1 ratio · 2 tool prices"));
    const hint = await screen.findByRole("tooltip");
    expect(hint.textContent).toBe("Cache read × 0.1\nWeb search $0.02 per call\nCode run $0.00 per call");
  });

  it("sorts, filters and searches in the browser with its state in the address", async () => {
    answer(listPrices, prices);
    const { person, location } = await open("/panel/pricing?order=-input");
    await screen.findByText("flux");
    expect(modelsShown()).toEqual(["flux", "claude-*", "gpt-5"]);
    await person.type(screen.getByRole("searchbox", { name: "Search model" }), "claude{Enter}");
    await waitFor(() => expect(modelsShown()).toEqual(["claude-*"]));
    expect(location()).toBe("/panel/pricing?order=-input&keyword=claude");
  });

  it("shows models without a price and opens the editor for one", async () => {
    answer(listPrices, prices);
    answer(listModelNames, ["gpt-6"]);
    answer(listUnpricedModels, ["gpt-6"]);
    const { person } = await open();
    expect(
      await screen.findByText("1 model on your channels has no price. Requests for it are rejected."),
    ).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Add price for gpt-6" }));
    const models = await screen.findByRole("combobox", { name: /^Models/ });
    expect(within(models.parentElement as HTMLElement).getByText("gpt-6")).toBeVisible();
  });

  it("explains prices when there are none, and shows why loading failed", async () => {
    answer(listPrices, []);
    await open();
    expect(await screen.findByText("No prices yet")).toBeVisible();
  });

  it("shows why it failed", async () => {
    reject(listPrices, "server.internal");
    await open();
    expect(await screen.findByText(/Server error/)).toBeVisible();
  });

  it("deletes the selected prices after asking", async () => {
    answer(listPrices, prices);
    const calls = answer(deletePrices, { changed: 3 });
    const { person } = await open();
    await screen.findByText("flux");
    await person.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await person.click(screen.getByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete 3 prices?" });
    await person.click(within(dialog).getByRole("button", { name: "Delete" }));
    const deleted = prices.map(({ model }) => model);
    await waitFor(() => expect(calls[0]?.body).toEqual({ models: deleted }));
  });

  it("shows cards on a phone", async () => {
    setViewport("phone");
    answer(listPrices, prices);
    await open();
    expect(await screen.findByText("gpt-5")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("the price editor", () => {
  async function startNew() {
    answer(listPrices, prices);
    const app = await open();
    await screen.findByText("flux");
    await app.person.click(screen.getByRole("button", { name: "Add price" }));
    await screen.findByRole("combobox", { name: /^Model/ });
    return app;
  }
  const field = (name: string | RegExp) => screen.getByRole("textbox", { name });

  it("turns dollars into the multiplier and back, and shows what an example call costs", async () => {
    const { person } = await startNew();
    await person.type(field(/^Input, \$ per 1M/), "30");
    expect(field("Input, Multiplier")).toHaveValue("15");
    await person.type(field("Output, Multiplier"), "30");
    expect(field(/^Output, \$ per 1M/)).toHaveValue("60");
    expect(screen.getByText("$0.06")).toBeVisible();
    expect(screen.getByText(/30,000 quota/)).toBeVisible();
  });

  it("creates a wildcard price and shows which models it covers", async () => {
    const { person } = await startNew();
    const calls = answer(createPrice, aPrice({ model: "claude-a*" }));
    await person.type(screen.getByRole("combobox", { name: /^Model/ }), "claude-a*");
    expect(await screen.findByText("Matches 1 known model.")).toBeVisible();
    await person.type(field(/^Input, \$ per 1M/), "3");
    await person.type(field(/^Output, \$ per 1M/), "15");
    await person.click(screen.getByRole("button", { name: "Add price" }));
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({ model: "claude-a*", type: "tokens", input: 1.5, output: 7.5 }),
    );
  });

  it("rejects a bad wildcard, a second price for a model and missing multipliers on their fields", async () => {
    const { person } = await startNew();
    await person.type(screen.getByRole("combobox", { name: /^Model/ }), "*gpt");
    await person.click(screen.getByRole("button", { name: "Add price" }));
    expect(await screen.findByText(/wildcard \* is only allowed at the end/)).toBeVisible();
    expect(screen.getAllByText("Enter a number.")).toHaveLength(2);
    await person.type(screen.getByRole("combobox", { name: /^Model/ }), "{Backspace}gpt-5{Tab}");
    expect(await screen.findByText("gpt-5 already has a price.")).toBeVisible();
  });

  it("changes a price under its previous name and sends the class ratios", async () => {
    answer(listPrices, prices);
    const calls = answer(updatePrice, aPrice({ model: "claude-*" }));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "claude-*" }));
    const ratio = await screen.findByRole("textbox", { name: "Ratio of Cache read" });
    await person.clear(ratio);
    await person.type(ratio, "0.2");
    expect(screen.getByText("= $0.60 per 1M")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls[0]?.params).toMatchObject({ rest: "claude-*" }));
    expect(calls[0]?.body).toMatchObject({ extra_ratios: { cached_read_tokens: 0.2 } });
  });

  it("sends typed tool prices, and the default for emptied ones", async () => {
    const extra_ratios = { cached_read_tokens: 0.1, web_search_call: 0.02, code_run_call: 0 };
    answer(listPrices, [aPrice({ extra_ratios })]);
    const calls = answer(updatePrice, aPrice());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "gpt-5" }));
    const search = await screen.findByRole("textbox", { name: "Price of one call of Web search" });
    expect(search).toHaveValue("0.02");
    expect(search).toHaveAccessibleDescription("Standard $0.01");
    expect(screen.getByRole("textbox", { name: "Price of one call of Code run" })).toHaveValue("0");
    await person.clear(search);
    await person.type(screen.getByRole("textbox", { name: "Price of one call of Image generation" }), "0,05");
    expect(screen.getByRole("button", { name: /^Tools, per call/ })).toHaveTextContent("2 tool prices");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      extra_ratios: { cached_read_tokens: 0.1, code_run_call: 0, image_generation_call: 0.05 },
    });
    expect(calls[0]?.body).not.toHaveProperty("extra_ratios.web_search_call");
  });

  it("keeps a price per call its tool prices and drops its ratios", async () => {
    const extra_ratios = { cached_read_tokens: 0.1, web_search_call: 0.02 };
    answer(listPrices, [aPrice({ model: "flux", type: "times", input: 20, output: 0, extra_ratios })]);
    const calls = answer(updatePrice, aPrice());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "flux" }));
    const search = await screen.findByRole("textbox", { name: "Price of one call of Web search" });
    expect(screen.queryByRole("button", { name: /^Extra ratios/ })).toBeNull();
    await person.type(search, "5");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ extra_ratios: { web_search_call: 0.025 } });
    expect(calls[0]?.body).not.toHaveProperty("extra_ratios.cached_read_tokens");
  });

  it("rejects a tool price that is none, without a request", async () => {
    answer(listPrices, [aPrice({ extra_ratios: { web_search_call: 0.02 } })]);
    const calls = answer(updatePrice, aPrice());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "gpt-5" }));
    const search = await screen.findByRole("textbox", { name: "Price of one call of Web search" });
    await person.type(search, "x");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(search).toBeInvalid());
    expect(calls).toHaveLength(0);
  });

  it("shows the server's error on its field", async () => {
    const { person } = await startNew();
    reject(createPrice, "request.invalid", {
      fields: [
        { path: "model", message: "Too long", code: "too_big", params: { maximum: 200, origin: "string" } },
      ],
    });
    await person.type(screen.getByRole("combobox", { name: /^Model/ }), "new");
    await person.type(field(/^Input, \$ per 1M/), "3");
    await person.type(field(/^Output, \$ per 1M/), "15");
    await person.click(screen.getByRole("button", { name: "Add price" }));
    expect(await screen.findByText("At most 200 characters.")).toBeVisible();
  });
});

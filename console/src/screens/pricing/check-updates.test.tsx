import { listProviderTypes } from "@tollgate/contract/channels";
import {
  applyPriceUpdate,
  type PriceChange,
  type PriceUpdatePreview,
  previewPriceUpdate,
  suggestPrices,
} from "@tollgate/contract/price-updates";
import {
  createPrice,
  listModelNames,
  listPrices,
  listUnpricedModels,
  type Price,
} from "@tollgate/contract/pricing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { anAdmin } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { pricingScreen } from "./screen";
import { changedTerms } from "./update-changes";

function aPrice(part: Partial<Price> = {}): Price {
  const terms = { type: "tokens" as const, channel_type: 1, input: 1, output: 5 };
  return { model: "m", ...terms, locked: false, extra_ratios: {}, rules: [], ...part };
}

function aChange(part: Partial<PriceChange> & Pick<PriceChange, "model" | "state">): PriceChange {
  const { model } = part;
  return { before: aPrice({ model }), after: aPrice({ model, input: 2 }), served: true, ...part };
}

const changes = [
  aChange({ model: "dearer", state: "changed", source: "https://example.com/prices", date: "2026-11-05" }),
  aChange({ model: "fresh", state: "new", before: null, note: "Free." }),
  aChange({ model: "lost", state: "gone", after: null }),
  aChange({ model: "held", state: "locked" }),
  aChange({ model: "elsewhere", state: "new", before: null, served: false }),
];
const preview: PriceUpdatePreview = {
  digest: "d1",
  format: "tollgate",
  listed: 20,
  unchanged: 16,
  changes,
  skipped: [],
  skipped_count: 0,
};

beforeEach(() => {
  answer(listProviderTypes, []);
  answer(listModelNames, []);
  answer(listUnpricedModels, []);
  answer(listPrices, [aPrice({ model: "dearer" })]);
});

async function openPanel() {
  const app = await renderScreen(pricingScreen, { user: anAdmin() });
  await app.person.click(await screen.findByRole("button", { name: "Check for updates" }));
  return { ...app, panel: within(await screen.findByRole("dialog")) };
}

const shown = () =>
  within(screen.getByRole("list", { name: "Changes" }))
    .getAllByRole("listitem")
    .map((row) => row.querySelector("code")?.textContent);

describe("check for updates", () => {
  it("shows what the price book would change, and applies what is chosen", async () => {
    const previews = answer(previewPriceUpdate, preview);
    const applied = answer(applyPriceUpdate, { added: 1, updated: 1, deleted: 0 });
    const { person, panel } = await openPanel();
    await person.click(panel.getByRole("button", { name: "Compare" }));
    expect(await panel.findByText("Tollgate format · 20 prices · 16 unchanged")).toBeVisible();
    expect(previews.map(({ body }) => body)).toEqual([{ source: "book" }]);
    // Models of channels first; removed prices are not preselected.
    expect(shown()).toEqual(["dearer", "fresh", "held", "lost"]);
    expect(panel.getByRole("checkbox", { name: "Select lost" })).not.toBeChecked();
    expect(panel.queryByRole("checkbox", { name: "Select held" })).not.toBeInTheDocument();
    const row = within(panel.getByText("dearer").closest("li") as HTMLElement);
    expect(row.getByText("$2.00")).toBeVisible();
    expect(row.getByText("$4.00")).toBeVisible();
    expect(row.getByRole("link", { name: "Vendor's page" })).toHaveAttribute(
      "href",
      "https://example.com/prices",
    );
    expect(
      panel.getByText("Prices: 1 added, 1 changed, 0 deleted. Locked prices do not change."),
    ).toBeVisible();
    await person.click(panel.getByRole("button", { name: "Apply 2 changes" }));
    expect(await screen.findByText("Prices updated: 1 added, 1 changed, 0 deleted.")).toBeVisible();
    expect(applied[0]?.body).toEqual({
      list: { source: "book" },
      digest: "d1",
      mode: "chosen",
      models: ["dearer", "fresh"],
    });
  });

  it("filters the changes, and asks for confirmation before it deletes prices", async () => {
    answer(previewPriceUpdate, preview);
    const applied = answer(applyPriceUpdate, { added: 0, updated: 0, deleted: 1 });
    const { person, panel } = await openPanel();
    await person.click(panel.getByRole("button", { name: "Compare" }));
    await person.click(await panel.findByRole("switch", { name: "Only models on channels" }));
    expect(shown()).toContain("elsewhere");
    await person.click(panel.getByRole("button", { name: "Not in the list 1" }));
    expect(shown()).toEqual(["lost"]);
    await person.click(panel.getByRole("button", { name: "Clear selection" }));
    expect(panel.getByRole("button", { name: "Apply" })).toBeDisabled();
    await person.click(panel.getByRole("button", { name: "Select 1 shown" }));
    await person.click(panel.getByRole("button", { name: "Apply 1 change" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("Delete 1 price?")).toBeVisible();
    await person.click(question.getByRole("button", { name: "Apply 1 change" }));
    await waitFor(() => expect(applied[0]?.body).toMatchObject({ models: ["lost"] }));
  });

  it("reads an address or a file, lists unusable rows, and shows why a list is rejected", async () => {
    const rejected = reject(previewPriceUpdate, "price_list.unavailable", {
      params: { reason: "its host is not public" },
    });
    const { person, panel } = await openPanel();
    await person.click(panel.getByRole("button", { name: "URL" }));
    const address = panel.getByRole("textbox", { name: "URL of the price list" });
    await person.type(address, "prices.json");
    await person.click(panel.getByRole("button", { name: "Compare" }));
    expect(panel.getByText("Enter a URL that begins with http:// or https://.")).toBeVisible();
    await person.clear(address);
    await person.type(address, "http://10.0.0.1/prices");
    await person.click(panel.getByRole("button", { name: "Compare" }));
    const text = "The price list could not be loaded: its host is not public. No price was changed.";
    expect(await panel.findByText(text)).toBeVisible();
    expect(rejected.map(({ body }) => body)).toEqual([
      { source: "address", address: "http://10.0.0.1/prices" },
    ]);

    const skipped = [{ row: "__proto__", problem: "bad_name" as const }];
    const sent = answer(previewPriceUpdate, { ...preview, changes: [], skipped, skipped_count: 1 });
    await person.click(panel.getByRole("button", { name: "File" }));
    expect(panel.queryByText(text)).not.toBeInTheDocument();
    await person.upload(
      document.querySelector("input[type=file]") as HTMLInputElement,
      new File(["[]"], "p.json"),
    );
    expect(await panel.findByText("has no valid model name")).toBeVisible();
    expect(panel.getByText("Your prices match the price list.")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ source: "file", text: "[]" }]);
  });
});

it("prices models of channels from the book in one step", async () => {
  answer(listUnpricedModels, ["reseller/gpt", "unknown"]);
  const price = aPrice({ model: "reseller/gpt" });
  answer(suggestPrices, {
    "reseller/gpt": { price, from: "gpt", source: "https://example.com", date: "2026-11" },
  });
  const created = answer(createPrice, price);
  const { person } = await renderScreen(pricingScreen, { user: anAdmin() });
  await person.click(await screen.findByRole("button", { name: "Use the price book for 1 model" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("Input $2.00 · Output $10.00")).toBeVisible();
  await person.click(question.getByRole("button", { name: "Add 1 price" }));
  expect(await screen.findByText("1 price added.")).toBeVisible();
  expect(created.map(({ body }) => body)).toEqual([price]);
});

it("compares the charged amounts, whether explicit or default", () => {
  const terms = (before: Partial<Price>, after: Partial<Price>) => {
    const change = aChange({ model: "m", state: "changed", before: aPrice(before), after: aPrice(after) });
    return changedTerms(change).terms.map((term) => [term.id, term.before?.dollars, term.after?.dollars]);
  };
  expect(terms({}, { extra_ratios: { cached_tokens: 0.1 } })).toEqual([["cached", 2, 0.2]]);
  expect(terms({ extra_ratios: { cached_tokens: 1 } }, {})).toEqual([]);
  expect(terms({ extra_ratios: { web_search_call: 0.02 } }, {})).toEqual([["web_search", 0.02, 0.01]]);
  expect(terms({}, { input: 0, output: 0, extra_ratios: { second: 0.0001 } })).toEqual([
    ["input", 2, 0],
    ["output", 10, 0],
    ["second", undefined, 0.0001],
  ]);
});

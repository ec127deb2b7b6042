import { listProviderTypes } from "@tollgate/contract/channels";
import { listModelNames, listPrices, listUnpricedModels } from "@tollgate/contract/pricing";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer } from "../../../test/api-mock";
import { anAdmin } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { pricingScreen } from "./screen";

describe("the example of a price by second", () => {
  it("counts seconds, not tokens, as the list does", async () => {
    answer(listProviderTypes, []);
    answer(listModelNames, ["veo"]);
    answer(listUnpricedModels, []);
    const none = { channel_type: 0, locked: false, rules: [] };
    answer(listPrices, [
      { ...none, model: "veo", type: "tokens", input: 0, output: 0, extra_ratios: { second: 0.4 } },
    ]);
    const { person } = await renderScreen(pricingScreen, { user: anAdmin(), url: "/panel/pricing" });
    expect(await screen.findByText("Seconds")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "veo" }));
    const editor = within(await screen.findByRole("dialog"));
    expect(await editor.findByText("60 seconds cost")).toBeVisible();
    expect(editor.getByText("$24.00")).toBeVisible();
    expect(editor.queryByText(/tokens cost$/)).toBeNull();
  });
});

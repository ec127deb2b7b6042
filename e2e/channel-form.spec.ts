import { describe, expect, it } from "vitest";
import { hasBrowser } from "./support/browser.ts";
import { ChannelForm, descriptorOf, hasFocus, textbox, words } from "./support/channel-form.ts";

describe.runIf(hasBrowser)("the channel form", () => {
  const form = ChannelForm.forSuite();

  it.each(["custom", "ollama", "openai", "azure-speech"])(
    "adds, edits and re-saves a channel in Chinese on a phone: %s",
    async (id) => {
      const { page, dialog, edited, text } = await form.addAndEdit(descriptorOf(id), "zh_CN", 390);
      expect(text).toContain("zh_CN");
      // Saved again unchanged: stored values are accepted.
      await page.getByRole("button", { name: edited, exact: true }).click();
      await form.submit(page, dialog, words.zh_CN.save);
    },
  );

  it("names a missing field beside the button and scrolls to it, also in a collapsed section", async () => {
    const page = await form.pageFor("en_US", 1440);
    const dialog = await form.choose(page, "en_US", descriptorOf("custom"));
    const routing = dialog.getByRole("button", { name: /^Routing/ });
    const weight = dialog.getByRole("spinbutton", { name: "Weight" });
    await routing.click();
    await weight.fill("0");
    await routing.click();
    await weight.waitFor({ state: "hidden" });
    await dialog.getByRole("button", { name: "Add channel", exact: true }).click();
    await dialog.getByRole("button", { name: "Fill in API key, 3 more problems" }).waitFor();
    await weight.waitFor({ state: "visible" });
    await expect.poll(() => hasFocus(textbox(dialog, "API key"))).toBe(true);
    await textbox(dialog, "API key").fill("key-0001");
    const models = dialog.getByRole("combobox", { name: "Models", exact: true });
    await models.fill("my-model");
    await models.press("Enter");
    await models.press("Tab");
    await dialog.getByRole("button", { name: "Fill in Base URL, 1 more problem" }).click();
    await expect.poll(() => hasFocus(textbox(dialog, "Base URL"))).toBe(true);
    await textbox(dialog, "Base URL").fill("https://models.example.com");

    await dialog.getByRole("button", { name: "Add channel", exact: true }).click();
    await dialog.getByRole("button", { name: "Check Weight", exact: true }).waitFor();
    await expect.poll(() => hasFocus(weight)).toBe(true);
  });

  it("prices models in place: no call for the channel's models is rejected afterwards", async () => {
    const page = await form.pageFor("en_US", 1440);
    const dialog = await form.choose(page, "en_US", descriptorOf("custom"));
    await textbox(dialog, "API key").fill("key-0001");
    await textbox(dialog, "Base URL").fill("https://models.example.com");
    const models = dialog.getByRole("combobox", { name: "Models", exact: true });
    for (const name of ["gpt-4o", "own-model", "own-painter"]) {
      await models.fill(name);
      await models.press("Enter");
    }
    await models.press("Tab");
    await dialog.getByText("2 models have no price").waitFor();
    await textbox(dialog, "Input price of own-model").fill("1.5");
    await dialog.getByRole("button", { name: "Add channel", exact: true }).click();
    // An incomplete price is invalid.
    await dialog.getByRole("button", { name: "Fill in both prices of own-model, or clear them." }).waitFor();
    await expect.poll(() => hasFocus(textbox(dialog, "Output price of own-model"))).toBe(true);
    await textbox(dialog, "Output price of own-model").fill("6");
    await dialog.getByRole("combobox", { name: "Unit of own-painter" }).click();
    await page.getByRole("option", { name: "per request" }).click();
    await textbox(dialog, "Price per request of own-painter").fill("0.04");
    await form.submit(page, dialog, "Add channel", "Done");
    const prices = (await page.evaluate("fetch('/api/prices').then((answer) => answer.json())")) as {
      data: { model: string }[];
    };
    const found = (model: string) => prices.data.find((price) => price.model === model);
    expect(found("own-model")).toMatchObject({ type: "tokens", input: 0.75, output: 3, channel_type: 8 });
    expect(found("own-painter")).toMatchObject({ type: "times", input: 20, output: 0 });
  });

  it("selects the first match on Enter, submits nothing, and numbers a taken name", async () => {
    const page = await form.pageFor("en_US", 1440);
    await page.goto(`${form.url}/panel/channel`);
    await page.getByRole("button", { name: "Add channel", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    const search = dialog.getByRole("searchbox", { name: "Search providers" });
    await search.press("Enter");
    expect(await search.isVisible()).toBe(true);
    const headings = await dialog.getByRole("region").evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(headings).toEqual(["Popular", "More providers", "Discontinued"]);
    await search.fill("groq");
    await search.press("Enter");
    expect(await textbox(dialog, "Name").inputValue()).toBe("Groq");
    expect(await dialog.getByText(/is missing/).count()).toBe(0);
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByRole("button", { name: "OpenAI-compatible", exact: true }).click();
    // The previous test's channel has that name.
    expect(await textbox(dialog, "Name").inputValue()).toBe("OpenAI-compatible 2");
  });

  it("logged no error", () => {
    expect(form.complaints).toEqual([]);
  });
});

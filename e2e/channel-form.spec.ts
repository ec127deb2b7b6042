import type { FormField } from "@tollgate/contract/form-field";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { providers } from "../server/src/relay/providers/registry.ts";
import { collectComplaints, type Face, hasBrowser, launchBrowser, openContext } from "./support/browser.ts";
import { rootPassword, startServer, type TestServer } from "./support/server.ts";

type Language = Face["language"];

const words = {
  en_US: {
    add: "Add channel",
    create: "Add channel",
    save: "Save",
    name: "Name",
    url: "Base URL",
    models: "Models",
  },
  zh_CN: { add: "新建渠道", create: "创建渠道", save: "保存", name: "名称", url: "接口地址", models: "模型" },
} as const;

const descriptors = providers.map(({ descriptor }) => descriptor);
const descriptorOf = (id: string): ProviderDescriptor => {
  const found = descriptors.find((descriptor) => descriptor.id === id);
  if (!found) throw new Error(`no provider ${id}`);
  return found;
};

/** What the form of a provider is left without and cannot be saved without. */
interface RequiredFields {
  url: boolean;
  models: boolean;
  own: FormField[];
}

function requiredFields({
  sandbox,
  defaultBaseUrl,
  defaultModels,
  fields,
}: ProviderDescriptor): RequiredFields {
  return {
    url: !sandbox && !defaultBaseUrl,
    models: defaultModels.length === 0,
    own: fields.filter((field) => field.required && !field.showWhen && field.kind !== "switch"),
  };
}

describe.runIf(hasBrowser)("the channel form", () => {
  let server: TestServer;
  let browser: Browser;
  const pages = new Map<string, Page>();
  const complaints: string[][] = [];

  beforeAll(async () => {
    // More calls than one account may make by hand.
    server = await startServer({ env: { API_RATE_LIMIT: "10000" } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** A signed-in window, kept for the tests that look alike. */
  async function pageFor(language: Language, width: number): Promise<Page> {
    const key = `${language} ${width}`;
    const known = pages.get(key);
    if (known) return known;
    const context = await openContext(browser, { size: "desk", mode: "light", language });
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    page.setDefaultTimeout(10_000);
    complaints.push(collectComplaints(page));
    await page.goto(`${server.url}/login`);
    await page.locator("input[name=username]").fill("root");
    await page.locator("input[name=password]").fill(rootPassword);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/panel/**");
    pages.set(key, page);
    return page;
  }

  async function chooseProvider(
    page: Page,
    language: Language,
    descriptor: ProviderDescriptor,
  ): Promise<Locator> {
    const dialog = page.getByRole("dialog");
    // The list stays open between providers; only a form that a test left open is dropped.
    if (!page.url().endsWith("/panel/channel") || (await dialog.count()) > 0)
      await page.goto(`${server.url}/panel/channel`);
    await page.getByRole("button", { name: words[language].add, exact: true }).first().click();
    // The sandbox has a chip beside its name.
    await dialog
      .getByRole("button", { name: new RegExp(`^${literally(descriptor.label)}( 沙盒| Sandbox)?$`) })
      .click();
    return dialog;
  }

  const textbox = (dialog: Locator, label: string): Locator =>
    dialog.getByRole("textbox", { name: new RegExp(`^${literally(label)}( \\*)?$`) });

  /** Fills what the form does not fill in itself and cannot be saved without. */
  async function fillRequired(
    dialog: Locator,
    language: Language,
    descriptor: ProviderDescriptor,
  ): Promise<void> {
    const required = requiredFields(descriptor);
    if (!descriptor.keyOptional) await textbox(dialog, descriptor.keyLabel[language]).fill(keyOf(descriptor));
    if (required.url) await textbox(dialog, words[language].url).fill("https://models.example.com");
    for (const field of required.own) await textbox(dialog, field.label[language]).fill(valueOf(field));
    if (required.models) {
      const models = dialog.getByRole("combobox", { name: words[language].models, exact: true });
      await models.fill("gpt-4o");
      await models.press("Enter");
      await models.press("Tab");
    }
  }

  /** Presses the button and expects the server to take the channel. */
  async function submit(page: Page, dialog: Locator, button: string): Promise<string> {
    const answered = page
      .waitForResponse(
        (answer) => answer.url().endsWith("/api/channel/") && answer.request().method() !== "GET",
      )
      .then(
        (answer) => answer.text(),
        () => "the form sent nothing",
      );
    await dialog.getByRole("button", { name: button, exact: true }).click();
    const text = await answered;
    expect(text).toContain('"success":true');
    await dialog.waitFor({ state: "hidden" });
    return text;
  }

  async function addAndEdit(
    descriptor: ProviderDescriptor,
    language: Language,
    width: number,
  ): Promise<string> {
    const page = await pageFor(language, width);
    const dialog = await chooseProvider(page, language, descriptor);
    await fillRequired(dialog, language, descriptor);
    const name = await textbox(dialog, words[language].name).inputValue();
    expect(name).toContain(descriptor.label);
    await submit(page, dialog, words[language].create);

    const edited = `${name} edited ${language}`;
    const open = page.getByRole("button", { name, exact: true });
    await open.click();
    await textbox(dialog, words[language].name).fill(edited);
    await submit(page, dialog, words[language].save);
    // Saved once more as it is: nothing that was stored is refused.
    await page.getByRole("button", { name: edited, exact: true }).click();
    return submit(page, dialog, words[language].save);
  }

  it.each(descriptors.map((descriptor) => [descriptor.label, descriptor] as const))(
    "adds, edits and saves again a channel of %s with its required fields alone",
    async (_label, descriptor) => {
      expect(await addAndEdit(descriptor, "en_US", 1440)).toContain(`"type":${descriptor.type},`);
    },
  );

  it.each(["custom", "ollama", "openai", "azure-speech"])("does so in Chinese on a phone: %s", async (id) => {
    expect(await addAndEdit(descriptorOf(id), "zh_CN", 390)).toContain("zh_CN");
  });

  it("names a missing field beside the button and goes to it, also where its section is folded", async () => {
    const page = await pageFor("en_US", 1440);
    const dialog = await chooseProvider(page, "en_US", descriptorOf("custom"));
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

  it("prices models in place: no call for the channel's models is refused afterwards", async () => {
    const page = await pageFor("en_US", 1440);
    const dialog = await chooseProvider(page, "en_US", descriptorOf("custom"));
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
    // Half a price is none.
    await dialog.getByRole("button", { name: "Fill in both prices of own-model, or clear them." }).waitFor();
    await expect.poll(() => hasFocus(textbox(dialog, "Output price of own-model"))).toBe(true);
    await textbox(dialog, "Output price of own-model").fill("6");
    await dialog.getByRole("combobox", { name: "Unit of own-painter" }).click();
    await page.getByRole("option", { name: "per call" }).click();
    await textbox(dialog, "Price per call of own-painter").fill("0.04");
    await submit(page, dialog, "Add channel");
    const prices = (await page.evaluate("fetch('/api/prices').then((answer) => answer.json())")) as {
      data: { model: string }[];
    };
    const found = (model: string) => prices.data.find((price) => price.model === model);
    expect(found("own-model")).toMatchObject({ type: "tokens", input: 0.75, output: 3, channel_type: 8 });
    expect(found("own-painter")).toMatchObject({ type: "times", input: 20, output: 0 });
  });

  it("takes the first provider that fits on Enter, submits nothing, and numbers a name that is taken", async () => {
    const page = await pageFor("en_US", 1440);
    await page.goto(`${server.url}/panel/channel`);
    await page.getByRole("button", { name: "Add channel", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    const search = dialog.getByRole("searchbox", { name: "Search providers" });
    await search.press("Enter");
    expect(await search.isVisible()).toBe(true);
    const headings = await dialog.getByRole("region").evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(headings).toEqual(["Popular", "More providers", "Retired by their vendor"]);
    await search.fill("groq");
    await search.press("Enter");
    expect(await textbox(dialog, "Name").inputValue()).toBe("Groq");
    expect(await dialog.getByText(/is missing/).count()).toBe(0);
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByRole("button", { name: "OpenAI-compatible", exact: true }).click();
    // The channel of the test before has that name.
    expect(await textbox(dialog, "Name").inputValue()).toBe("OpenAI-compatible 2");
  });

  it("complained of nothing", () => {
    expect(complaints.flat()).toEqual([]);
  });
});

function hasFocus(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element.matches(":focus"));
}

/** A text as part of a pattern. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A key of the form that the provider asks for. */
function keyOf({ keyFormat }: ProviderDescriptor): string {
  if (keyFormat?.startsWith("{")) {
    return JSON.stringify({
      type: "service_account",
      project_id: "p",
      client_email: "a@p.example",
      private_key: "k",
    });
  }
  return keyFormat?.includes("|")
    ? keyFormat
        .split("|")
        .map((_part, index) => `part${index}`)
        .join("|")
    : "key-0001";
}

function valueOf(field: FormField): string {
  return field.placeholder ?? "eastus";
}

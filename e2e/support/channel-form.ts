import type { FormField } from "@tollgate/contract/form-field";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { providers } from "../../server/src/relay/providers/registry.ts";
import { collectComplaints, type Face, launchBrowser, openContext } from "./browser.ts";
import { rootPassword, startServer, type TestServer } from "./server.ts";
import { enterAs } from "./sign-in.ts";

export type Language = Face["language"];

export const words = {
  en_US: {
    add: "Add channel",
    create: "Add channel",
    done: "Done",
    save: "Save",
    name: "Name",
    url: "Base URL",
    models: "Models",
  },
  zh_CN: {
    add: "新建渠道",
    create: "新建渠道",
    done: "完成",
    save: "保存",
    name: "名称",
    url: "接口地址",
    models: "模型",
  },
} as const;

export const descriptors = providers.map(({ descriptor }) => descriptor);

export function descriptorOf(id: string): ProviderDescriptor {
  const found = descriptors.find((descriptor) => descriptor.id === id);
  if (!found) throw new Error(`no provider ${id}`);
  return found;
}

/** Providers whose form has fields of their own, and those that share one form. */
export const withOwnFields = descriptors.filter(({ fields }) => fields.length > 0);
export const withoutOwnFields = descriptors.filter(({ fields }) => fields.length === 0);

/** Required fields without a default in a provider's form. */
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

/** The channel form of a server of its own, driven in windows that stay open for a whole file: one sign-in, no reload. */
export class ChannelForm {
  #server: TestServer | undefined;
  #browser: Browser | undefined;
  readonly #pages = new Map<string, Page>();
  readonly #complaints: string[][] = [];

  /** Registers start and end of server and browser with the file's suite. */
  static forSuite(): ChannelForm {
    const form = new ChannelForm();
    beforeAll(async () => {
      // More calls than one account may make by hand.
      [form.#server, form.#browser] = await Promise.all([
        startServer({ env: { API_RATE_LIMIT: "10000" } }),
        launchBrowser(),
      ]);
    });
    afterAll(async () => {
      await form.#browser?.close();
      await form.#server?.stop();
    });
    return form;
  }

  /** Errors of any page. */
  get complaints(): string[] {
    return this.#complaints.flat();
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  /** A signed-in window, shared by similar tests. */
  async pageFor(language: Language, width: number): Promise<Page> {
    const key = `${language} ${width}`;
    const known = this.#pages.get(key);
    if (known) return known;
    if (!this.#browser) throw new Error("the browser has not started");
    const context = await openContext(this.#browser, { size: "desk", mode: "light", language });
    const page = await context.newPage();
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    page.setDefaultTimeout(60_000);
    this.#complaints.push(collectComplaints(page));
    await enterAs(context, this.url, { username: "root", password: rootPassword });
    this.#pages.set(key, page);
    return page;
  }

  /** Opens the form of a new channel; only a form that a test left open costs a reload. */
  async choose(page: Page, language: Language, { label }: ProviderDescriptor): Promise<Locator> {
    const dialog = page.getByRole("dialog");
    if (!page.url().endsWith("/panel/channel") || (await dialog.count()) > 0)
      await page.goto(`${this.url}/panel/channel`);
    await page.getByRole("button", { name: words[language].add, exact: true }).first().click();
    // The sandbox has a chip beside its name.
    await dialog.getByRole("button", { name: new RegExp(`^${literally(label)}( 沙盒| Sandbox)?$`) }).click();
    return dialog;
  }

  /** Presses the button and expects the server to accept the channel; a new channel's panel stays and is closed. */
  async submit(page: Page, dialog: Locator, button: string, done?: string): Promise<string> {
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
    if (!text.includes('"success":true')) throw new Error(`the server rejected the channel: ${text}`);
    if (done !== undefined) await dialog.getByRole("button", { name: done, exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    return text;
  }

  /** Adds a channel with its required fields alone. */
  async add(
    descriptor: ProviderDescriptor,
    language: Language,
    width: number,
  ): Promise<{ page: Page; dialog: Locator; name: string; text: string }> {
    const { create, done, name: nameLabel } = words[language];
    const page = await this.pageFor(language, width);
    const dialog = await this.choose(page, language, descriptor);
    await fillRequired(dialog, language, descriptor);
    const name = await textbox(dialog, nameLabel).inputValue();
    if (!name.includes(descriptor.label)) throw new Error(`the suggested name is "${name}"`);
    return { page, dialog, name, text: await this.submit(page, dialog, create, done) };
  }

  /** Adds a channel and renames it: the edit sends everything that was stored. */
  async addAndEdit(
    descriptor: ProviderDescriptor,
    language: Language,
    width: number,
  ): Promise<{ page: Page; dialog: Locator; edited: string; text: string }> {
    const { name: nameLabel, save } = words[language];
    const { page, dialog, name } = await this.add(descriptor, language, width);
    const edited = `${name} edited ${language}`;
    await page.getByRole("button", { name, exact: true }).click();
    await textbox(dialog, nameLabel).fill(edited);
    return { page, dialog, edited, text: await this.submit(page, dialog, save) };
  }
}

export function textbox(dialog: Locator, label: string): Locator {
  return dialog.getByRole("textbox", { name: new RegExp(`^${literally(label)}( \\*)?$`) });
}

/** Fills the required fields without a default. */
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

export function hasFocus(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element.matches(":focus"));
}

/** A text as part of a pattern. */
function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A key in the provider's format. */
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

import {
  type Channel,
  createChannel,
  fetchChannelModels,
  getChannel,
  getChannelTestRun,
  listChannels,
  listProviderTypes,
  testChannel,
} from "@tollgate/contract/channels";
import { listChannelHealth } from "@tollgate/contract/channel-health";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { listLogs, logRow } from "@tollgate/contract/logs";
import {
  createPrice,
  listModelNames,
  listPrices,
  listUnpricedModels,
  type Price,
} from "@tollgate/contract/pricing";
import { suggestPrices } from "@tollgate/contract/price-updates";
import { createToken, type Token } from "@tollgate/contract/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aChannel } from "../../../test/a-channel";
import { answer, apiServer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { newTokenValues } from "../tokens/token-values";
import { channelsScreen } from "./screen";

const openai: ProviderDescriptor = {
  type: 1,
  id: "openai",
  label: "OpenAI",
  icon: { text: "AI", color: "#10a37f" },
  defaultBaseUrl: "https://api.openai.com",
  keyLabel: { en_US: "API key", zh_CN: "API key", ja_JP: "API key" },
  fields: [],
  defaultModels: ["gpt-5"],
  defaultTestModel: "gpt-5",
  capabilities: ["chat"],
  canListModels: true,
};
const aPrice: Price = {
  model: "gpt-5",
  type: "tokens",
  channel_type: 1,
  input: 1,
  output: 2,
  locked: false,
  rules: [],
  extra_ratios: {},
};
const key = `sk-${"a".repeat(48)}`;

describe("the panel after a channel was saved", () => {
  let prices: Price[];
  let facts: Partial<Channel>;
  beforeEach(() => {
    prices = [];
    facts = { name: "OpenAI", type: 1, models: ["gpt-5"], test_model: "gpt-5" };
    // First: its path also matches the calls below, and the mock matches later handlers first.
    answer(getChannel, () => stored(facts));
    answer(listProviderTypes, [openai]);
    answer(listGroupSymbols, ["default"]);
    answer(listModelNames, []);
    answer(listUnpricedModels, []);
    answer(listPrices, () => prices);
    answer(suggestPrices, {});
    answer(listChannels, aPage<Channel>([]));
    answer(listChannelHealth, { start: aMoment, span: 300, count: 12, channels: [] });
    answer(getChannelTestRun, { ...zeros, state: "never", started_at: 0 });
    answer(createChannel, ({ body }) => stored(body));
  });

  /** Adds a channel by its form, whose set-up panel opens then. */
  async function addOpenAi() {
    const { person } = await renderScreen(channelsScreen, { user: anAdmin() });
    await person.click((await screen.findAllByRole("button", { name: "Add channel" }))[0] as HTMLElement);
    await person.click(await screen.findByRole("button", { name: "OpenAI" }));
    await person.type(await screen.findByRole("textbox", { name: /^API key/ }), "sk-1");
    await person.click(screen.getByRole("button", { name: "Add channel" }));
    return person;
  }

  it("stays open: tests, prices, creates a token, sends a request and shows its log row", async () => {
    const tests = answer(testChannel, { ...test, model: "gpt-5" });
    const created = answer(createPrice, () => {
      prices = [aPrice];
      return aPrice;
    });
    answer(createToken, aToken);
    answer(listLogs, aPage([aLog]));
    const sent: { authorization: string | null; body: unknown }[] = [];
    apiServer.use(
      http.post("*/v1/chat/completions", async ({ request }) => {
        sent.push({ authorization: request.headers.get("authorization"), body: await request.json() });
        return HttpResponse.json(
          { choices: [{ message: { content: "Hello from the model." } }] },
          { headers: { "x-request-id": "req_7" } },
        );
      }),
    );
    const person = await addOpenAi();

    const panel = await screen.findByRole("dialog", { name: "Set up OpenAI" });
    await person.click(within(panel).getByRole("button", { name: "Test all models" }));
    expect(await within(panel).findByText("1 passed · 0 failed")).toBeVisible();
    expect(tests[0]?.query).toEqual({ model: "gpt-5" });

    await person.type(await within(panel).findByRole("textbox", { name: "Input price of gpt-5" }), "2");
    await person.click(within(panel).getByRole("button", { name: "Save prices" }));
    expect(await within(panel).findByText("Fill in both prices of gpt-5, or clear them.")).toBeVisible();
    await person.type(within(panel).getByRole("textbox", { name: "Output price of gpt-5" }), "4");
    await person.click(within(panel).getByRole("button", { name: "Save prices" }));
    expect(await within(panel).findByText("Every model has a price.")).toBeVisible();
    expect(created[0]?.body).toMatchObject({ model: "gpt-5", input: 1, output: 2 });

    expect(within(panel).queryByRole("button", { name: "Send request" })).toBeNull();
    await person.click(within(panel).getByRole("button", { name: "Create token" }));
    expect(await within(panel).findByText(key)).toBeVisible();
    await person.click(within(panel).getByRole("button", { name: "Send request" }));
    expect(await within(panel).findByText("Hello from the model.")).toBeVisible();
    // The channel's id sends the request to this channel alone.
    expect(sent).toMatchObject([{ authorization: `Bearer ${key}#5`, body: { model: "gpt-5" } }]);
    expect(
      await within(panel).findByText(/^Logged: gpt-5, \$0\.02, 30 tokens, channel OpenAI$/),
    ).toBeVisible();
    expect(within(panel).getByRole("link", { name: "Open log entry" })).toHaveAttribute(
      "href",
      "/panel/log?request_id=req_7",
    );
    await person.click(within(panel).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows why a test disabled the channel, with a button to edit it, and sends the first request to a model that passed", async () => {
    facts = { ...facts, models: ["gpt-5", "gpt-5-mini"] };
    answer(testChannel, ({ query }) => {
      const model = query["model"] ?? "";
      if (model === "gpt-5-mini") return { ...test, model };
      const refusal = { problem: "authentication" as const, status: 401, reason: "Incorrect API key" };
      facts = {
        ...facts,
        status: 3,
        status_problem: "authentication",
        status_reason: refusal.reason,
      };
      return { ...test, ...refusal, success: false, model };
    });
    answer(createToken, aToken);
    const person = await addOpenAi();
    const panel = within(await screen.findByRole("dialog", { name: "Set up OpenAI" }));
    await person.click(await panel.findByRole("button", { name: "Test all models" }));
    expect(
      await panel.findByText(
        "Disabled automatically: The provider rejected the API key. Replace the key in the channel.",
      ),
    ).toBeVisible();
    await person.click(panel.getByRole("button", { name: "Create token" }));
    expect(await panel.findByRole("combobox", { name: "Model" })).toHaveValue("gpt-5-mini");
    await person.click(panel.getByRole("button", { name: "Edit" }));
    expect(await screen.findByRole("dialog", { name: "Edit OpenAI" })).toBeVisible();
  });

  it("stops testing all models at the API's rate limit", async () => {
    facts = { ...facts, models: Array.from({ length: 20 }, (_, index) => `gpt-${index}`) };
    const tests = reject(testChannel, "request.rate_limited", { params: { seconds: 9 } });
    const person = await addOpenAi();
    const panel = within(await screen.findByRole("dialog", { name: "Set up OpenAI" }));
    await person.click(await panel.findByRole("button", { name: "Test all models" }));
    expect(await panel.findAllByText("Too many requests. Try again in 9 seconds.")).not.toHaveLength(0);
    expect(await panel.findByRole("button", { name: "Test all models" })).toBeEnabled();
    // Those that ran at the same time.
    expect(tests).toHaveLength(3);
  });

  it("comes after a form that fetches no models before key and address are filled in", async () => {
    const fetched = answer(fetchChannelModels, ["gpt-5"]);
    const { person } = await renderScreen(channelsScreen, { user: anAdmin() });
    await person.click((await screen.findAllByRole("button", { name: "Add channel" }))[0] as HTMLElement);
    await person.click(await screen.findByRole("button", { name: "OpenAI" }));
    await person.click(await screen.findByRole("button", { name: "Fetch from provider" }));
    const key = screen.getByRole("textbox", { name: /^API key/ });
    await waitFor(() => expect(key).toBeInvalid());
    expect(fetched).toHaveLength(0);
    await person.type(key, "sk-1");
    await person.click(screen.getByRole("button", { name: "Fetch from provider" }));
    expect(await screen.findByRole("dialog", { name: "Provider's models" })).toBeVisible();
    expect(fetched).toHaveLength(1);
  });

  it("makes the models of an own server free in one step, and leads to the log entry of a rejected request", async () => {
    const created = answer(createPrice, aPrice);
    answer(createToken, aToken);
    answer(listLogs, aPage([{ ...aLog, model_name: "", channel_id: 0, channel: null }]));
    apiServer.use(
      http.post("*/v1/chat/completions", () =>
        HttpResponse.json(
          { error: { message: "The model gpt-5 has no price." } },
          { status: 400, headers: { "x-request-id": "req_7" } },
        ),
      ),
    );
    const person = await addOpenAi();
    const panel = within(await screen.findByRole("dialog", { name: "Set up OpenAI" }));
    await person.click(panel.getByRole("button", { name: "Create token" }));
    await person.click(await panel.findByRole("button", { name: "Send request" }));
    expect(await panel.findByText(/has no price\.$/)).toBeVisible();
    expect(await panel.findByRole("link", { name: "Open log entry" })).toBeVisible();
    expect(panel.queryByText(/^Logged/)).toBeNull();
    await person.click(panel.getByRole("button", { name: "Make 1 model free" }));
    await person.click(panel.getByRole("button", { name: "Save prices" }));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ model: "gpt-5", input: 0, output: 0 }));
  });
});

const aToken: Token = {
  id: 3,
  user_id: 1,
  name: "OpenAI test",
  key,
  status: 1,
  created_time: aMoment,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 0,
  unlimited_quota: true,
  used_quota: 0,
  group: "",
  backup_group: "",
  chat_cache: false,
  requests_per_minute: 0,
  tokens_per_minute: 0,
  concurrency: 0,
  budget_period: "none",
  budget_quota: 0,
  budget_used: 0,
  budget_resets_at: 0,
  old_key_expires: 0,
  setting: newTokenValues.setting,
};
const aLog = logRow.parse({
  id: 1,
  created_at: aMoment,
  type: 2,
  content: "",
  user_id: 1,
  username: "root",
  token_id: 3,
  token_name: "OpenAI test",
  model_name: "gpt-5",
  quota: 10_000,
  prompt_tokens: 20,
  completion_tokens: 10,
  channel_id: 5,
  channel: { id: 5, name: "OpenAI" },
  request_time: 400,
  is_stream: false,
  source_ip: "203.0.113.7",
  request_id: "req_7",
  outcome: "succeeded",
  metadata: {},
});

const zeros = { total: 0, passed: 0, failed: 0, skipped: 0, enabled: 0, disabled: 0, kept: 0 };
const test = {
  success: true,
  skipped: false,
  time: 90,
  problem: "" as const,
  status: 0,
  reason: "",
  asked: "",
  answered: "",
  answer: "Hi.",
};

const stored = (body: unknown): Channel =>
  aChannel({ ...(body as Partial<Channel>), id: 5, test_time: 0, response_time: 0 });

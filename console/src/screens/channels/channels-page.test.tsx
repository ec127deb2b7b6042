import type { Channel, ChannelEvent, ChannelForm, ChannelTestRun } from "@tollgate/contract/channels";
import { listChannelHealth } from "@tollgate/contract/channel-health";
import {
  createChannel,
  editChannels,
  fetchChannelModels,
  getChannelTestRun,
  listChannelEvents,
  listChannels,
  listProviderTypes,
  patchChannel,
  testChannel,
  updateChannel,
} from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { suggestPrices } from "@tollgate/contract/price-updates";
import {
  createPrice,
  listModelNames,
  listPrices,
  listUnpricedModels,
  type Price,
} from "@tollgate/contract/pricing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aTestResult } from "../../../test/a-channel";
import { answer, hold, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { newChannelValues } from "./channel-values";
import { channelsScreen } from "./screen";

const text = (text: string) => ({ en_US: text, zh_CN: text, ja_JP: text });

const openai: ProviderDescriptor = {
  type: 1,
  id: "openai",
  label: "OpenAI",
  icon: { text: "AI", color: "#10a37f" },
  defaultBaseUrl: "https://api.openai.com",
  keyLabel: text("API key"),
  fields: [],
  defaultModels: ["gpt-5", "gpt-5-mini"],
  defaultTestModel: "gpt-5-mini",
  capabilities: ["chat"],
  canListModels: true,
};
const azure: ProviderDescriptor = {
  ...openai,
  type: 3,
  id: "azure-openai",
  label: "Azure OpenAI",
  fields: [
    { kind: "text", name: "other", label: text("API version"), required: true },
    { kind: "switch", name: "plugin.search.enable", label: text("Web search") },
    {
      kind: "number",
      name: "plugin.search.count",
      label: text("Results"),
      min: 1,
      showWhen: { field: "plugin.search.enable", in: [true] },
    },
  ],
};
delete azure.defaultBaseUrl;

function aChannel(part: Partial<Channel> = {}): Channel {
  const { key: _key, ...fields } = newChannelValues as Required<typeof newChannelValues>;
  return {
    ...(fields as Omit<ChannelForm, "key">),
    id: 5,
    name: "Main",
    type: 1,
    status: 1,
    status_reason: "",
    status_problem: "",
    capabilities: null,
    model_check: { checked_time: 0, new_models: [], gone_models: [] },
    key_count: 1,
    key_hint: "wxyz",
    base_url: "https://api.openai.com",
    models: ["gpt-5"],
    test_model: "gpt-5",
    created_time: aMoment,
    test_time: aMoment,
    response_time: 820,
    used_quota: 1_000_000,
    balance: 0,
    balance_updated_time: 0,
    unsupported_endpoints: [],
    ...part,
  };
}

const noRun: ChannelTestRun = {
  state: "never",
  started_at: 0,
  total: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  enabled: 0,
  disabled: 0,
  kept: 0,
};

const open = (url = "/panel/channel", styled = false) =>
  renderScreen(channelsScreen, { user: anAdmin(), url, styled });

beforeEach(() => {
  answer(listProviderTypes, [openai, azure]);
  answer(listGroupSymbols, ["default", "vip"]);
  answer(listModelNames, []);
  answer(listUnpricedModels, []);
  answer(listPrices, [aPrice("gpt-5*"), aPrice("gpt-6")]);
  answer(getChannelTestRun, noRun);
  answer(listChannelEvents, aPage<ChannelEvent>([]));
  answer(listChannelHealth, { start: aMoment, span: 300, count: 12, channels: [] });
});

function aPrice(model: string): Price {
  return {
    model,
    type: "tokens",
    channel_type: 1,
    input: 1,
    output: 2,
    locked: false,
    extra_ratios: {},
    rules: [],
  };
}

describe("the channel list", () => {
  it("shows that the providers could not be loaded, and retries", async () => {
    reject(listProviderTypes, "request.rate_limited", { params: { seconds: 9 } });
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add channel" }))[0] as HTMLElement);
    const panel = within(await screen.findByRole("dialog"));
    expect(await panel.findByText("The providers could not be loaded")).toBeVisible();
    expect(panel.queryByText(/No provider matches/)).toBeNull();
    answer(listProviderTypes, [openai]);
    await person.click(panel.getByRole("button", { name: "Try again" }));
    expect(await panel.findByRole("button", { name: "OpenAI" })).toBeVisible();
  });

  it("shows a channel with provider, models, status, response time and what it used", async () => {
    answer(listChannels, aPage([aChannel({ status: 3, status_reason: "invalid key" })]));
    const { person } = await open();
    const row = (await screen.findByText("Main")).closest("tr") as HTMLElement;
    for (const shown of ["OpenAI", "1 model", "default", "Auto-disabled", "820 ms", "$2.00"]) {
      expect(within(row).getByText(shown)).toBeVisible();
    }
    await person.hover(within(row).getByText("Auto-disabled"));
    expect(await screen.findByText(/Disabled automatically: invalid key/)).toBeVisible();
  });

  it("explains channels when there are none, and shows that nothing matches a filter", async () => {
    answer(listChannels, aPage<Channel>([]));
    const { person, location } = await open("/panel/channel?keyword=zzz");
    await person.click(await screen.findByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("No channels yet")).toBeVisible();
    expect(location()).toBe("/panel/channel");
  });

  it("shows one create button on phones, and no test button, without channels", async () => {
    setViewport("phone");
    answer(listChannels, aPage<Channel>([]));
    await open();
    expect(await screen.findByText("No channels yet")).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Add channel" })).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Test all" })).toBeDisabled();
  });

  it("keeps both on phones where only the search finds none", async () => {
    setViewport("phone");
    answer(listChannels, aPage<Channel>([]));
    await open("/panel/channel?keyword=zzz");
    expect(await screen.findByText("No matches")).toBeVisible();
    expect(screen.getByRole("button", { name: "Add channel" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Test all" })).toBeEnabled();
  });

  it("shows a failure once, also when other requests of the page failed with it, and retries", async () => {
    for (const endpoint of [listChannels, listProviderTypes, listGroupSymbols]) {
      reject(endpoint, "server.internal");
    }
    const { person, queryClient } = await open();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(await screen.findAllByText(/Server error/)).toHaveLength(1);
    answer(listChannels, aPage([aChannel()]));
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Main")).toBeVisible();
  });

  it("switches immediately and reverts visibly when the server rejects it", async () => {
    answer(listChannels, aPage([aChannel()]));
    reject(patchChannel, "server.internal");
    const { person } = await open();
    const toggle = await screen.findByRole("switch", { name: "Channel Main enabled" });
    await person.click(toggle);
    expect(await screen.findByText(/Server error/)).toBeVisible();
    expect(toggle).toBeChecked();
  });

  it("shows the new state before the server answered", async () => {
    answer(listChannels, aPage([aChannel()]));
    const release = hold(patchChannel, aChannel({ status: 2 }));
    const { person } = await open();
    const toggle = await screen.findByRole("switch", { name: "Channel Main enabled" });
    await person.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    answer(listChannels, aPage([aChannel({ status: 2 })]));
    release();
    expect(await screen.findByText("Disabled")).toBeVisible();
  });

  it("saves a priority inline on Enter, and rejects an invalid one", async () => {
    answer(listChannels, aPage([aChannel()]));
    const calls = answer(patchChannel, aChannel({ priority: 7 }));
    const { person } = await open();
    const weight = await screen.findByRole("textbox", { name: "Weight of Main" });
    await person.clear(weight);
    await person.type(weight, "0{Enter}");
    expect(weight).toHaveValue("1");
    const priority = screen.getByRole("textbox", { name: "Priority of Main" });
    await person.clear(priority);
    await person.type(priority, "7{Enter}");
    await waitFor(() => expect(calls.map((call) => call.body)).toEqual([{ priority: 7 }]));
  });

  it("acts on all selected channels together", async () => {
    answer(listChannels, aPage([aChannel(), aChannel({ id: 6, name: "Spare" })]));
    const calls = answer(editChannels, { changed: 2 });
    const { person } = await open();
    await screen.findByText("Spare");
    await person.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await person.click(screen.getByRole("button", { name: "Set…" }));
    await person.click(await screen.findByRole("menuitem", { name: "Tag…" }));
    await person.type(await screen.findByRole("textbox", { name: "Tag" }), "eu");
    await person.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ ids: [5, 6], action: "tag", tag: "eu" }));
  });

  it("tests a channel from its response time and shows why it failed", async () => {
    answer(listChannels, aPage([aChannel()]));
    answer(
      testChannel,
      aTestResult({
        success: false,
        time: 1200,
        problem: "authentication",
        status: 401,
        reason: "401 invalid key",
        asked: "POST https://api.openai.com/v1/chat/completions",
        answer: "",
      }),
    );
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Test Main/ }));
    expect(await screen.findByText("Failed after 1.2 s")).toBeVisible();
    expect(screen.getByText("401 invalid key")).toBeVisible();
  });

  it("shows a failed test in red with the reason on hover, whatever the time of the previous one", async () => {
    answer(listChannels, aPage([aChannel({ test_problem: "401 invalid key" })]));
    const { person } = await open();
    const chip = await screen.findByRole("button", { name: "Test Main: Failed" });
    await person.hover(chip);
    expect(await screen.findByText(/^Failed .*: 401 invalid key$/)).toBeVisible();
  });

  it("shows what the model answered when a test passed", async () => {
    answer(listChannels, aPage([aChannel()]));
    answer(testChannel, aTestResult({ time: 1200 }));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Test Main/ }));
    expect(await screen.findByText("Hi there!")).toBeVisible();
    expect(screen.getByText("Main responded in 1.2 s.")).toBeVisible();
  });

  it("shows cards on a phone", async () => {
    setViewport("phone");
    answer(listChannels, aPage([aChannel()]));
    await open();
    expect(await screen.findByText("Main")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("the channel editor", () => {
  /** @param styled for a test that must not see what is folded */
  async function startNew(provider: string, styled = false) {
    answer(listChannels, aPage<Channel>([]));
    const app = await open(undefined, styled);
    await app.person.click((await screen.findAllByRole("button", { name: "Add channel" }))[0] as HTMLElement);
    await app.person.type(await screen.findByRole("searchbox", { name: "Search providers" }), provider);
    await app.person.keyboard("{Enter}");
    return app;
  }
  const submit = () => screen.getByRole("button", { name: "Add channel" });

  it("prompts for the provider first, fills in its suggestions, and creates the channel", async () => {
    const { person } = await startNew("open");
    expect(await screen.findByRole("textbox", { name: "Base URL" })).toHaveValue("https://api.openai.com");
    const calls = answer(createChannel, aChannel({ name: "Fresh" }));
    expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveValue("OpenAI");
    await person.type(screen.getByRole("textbox", { name: /^API key/ }), "sk-1");
    await person.click(submit());
    expect(await screen.findByText("Channel Fresh added.")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({
      name: "OpenAI",
      type: 1,
      key: "sk-1",
      models: ["gpt-5", "gpt-5-mini"],
      test_model: "gpt-5-mini",
      group: ["default"],
    });
  });

  it("drops the cloud's models at the address of an own server", async () => {
    answer(listProviderTypes, [{ ...openai, ownModels: true }]);
    const { person } = await startNew("open");
    const address = await screen.findByRole("textbox", { name: "Base URL" });
    expect(screen.getByText("gpt-5-mini")).toBeVisible();
    await person.clear(address);
    await person.type(address, "http://10.0.0.5:11434");
    expect(screen.queryByText("gpt-5-mini")).toBeNull();
    expect(screen.getByText("Fetch the models from your server, or type their names.")).toBeVisible();
  });

  it("shows which endpoints the upstream does not offer", async () => {
    const unsupported_endpoints = ["openai-responses", "anthropic-count-tokens"];
    answer(listChannels, aPage([aChannel({ unsupported_endpoints })]));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /^Edit/ }));
    const panel = await screen.findByRole("dialog");
    expect(
      await within(panel).findByText(
        "The provider does not support Responses or token counting. Requests in these formats are converted. Save the channel to check again.",
      ),
    ).toBeVisible();
  });

  it("rejects what contract and descriptor reject, on the fields, without a request", async () => {
    const { person } = await startNew("azure");
    await person.click(await screen.findByRole("button", { name: "Add channel" }));
    for (const name of [/^API key/, /^Base URL/, /^API version/]) {
      await waitFor(() => expect(screen.getByRole("textbox", { name })).toBeInvalid());
    }
    expect(screen.getByRole("textbox", { name: /^API key/ })).toHaveFocus();
    expect(screen.getByRole("button", { name: "Fill in API key, 2 more problems" })).toBeVisible();
  });

  it("shows a dependent option only while its condition holds and sends it under its path", async () => {
    const { person } = await startNew("azure");
    await person.type(await screen.findByRole("textbox", { name: /^Name/ }), "Az");
    await person.type(screen.getByRole("textbox", { name: /^API key/ }), "k");
    await person.type(screen.getByRole("textbox", { name: /^Base URL/ }), "https://x.example.com");
    await person.type(screen.getByRole("textbox", { name: /^API version/ }), "2024-10-21");
    await person.click(screen.getByRole("button", { name: /^Provider options/ }));
    expect(screen.queryByRole("spinbutton", { name: "Results" })).toBeNull();
    await person.click(screen.getByRole("switch", { name: "Web search" }));
    await person.type(screen.getByRole("spinbutton", { name: "Results" }), "3");
    const calls = answer(createChannel, aChannel());
    await person.click(submit());
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        other: "2024-10-21",
        plugin: { search: { enable: true, count: 3 } },
      }),
    );
  });

  it("shows the server's error on its field", async () => {
    const { person } = await startNew("open");
    reject(createChannel, "request.invalid", {
      fields: [
        { path: "name", message: "Too long", code: "too_big", params: { maximum: 80, origin: "string" } },
      ],
    });
    await person.type(await screen.findByRole("textbox", { name: /^Name/ }), "Fresh");
    await person.type(screen.getByRole("textbox", { name: /^API key/ }), "sk-1");
    await person.click(submit());
    expect(await screen.findByText("At most 80 characters.")).toBeVisible();
  });

  it("fetches the provider's models and adds the selected ones", async () => {
    const { person } = await startNew("open");
    await person.type(await screen.findByRole("textbox", { name: /^Name/ }), "Fresh");
    await person.type(screen.getByRole("textbox", { name: /^API key/ }), "sk-1");
    answer(fetchChannelModels, ["gpt-5", "gpt-6"]);
    await person.click(screen.getByRole("button", { name: "Fetch from provider" }));
    const dialog = await screen.findByRole("dialog", { name: "Provider's models" });
    expect(within(dialog).getByText("No longer listed")).toBeVisible();
    await person.click(within(dialog).getByRole("checkbox", { name: "gpt-6" }));
    await person.click(within(dialog).getByRole("checkbox", { name: "gpt-5-mini" }));
    await person.click(within(dialog).getByRole("button", { name: "Use 2 models" }));
    const calls = answer(createChannel, aChannel());
    await person.click(await screen.findByRole("button", { name: "Add channel" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ models: ["gpt-5", "gpt-6"] }));
  });

  it("suggests a name that no other channel has", async () => {
    answer(listChannels, aPage([aChannel({ name: "OpenAI" })]));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Add channel" }));
    await person.click(await screen.findByRole("button", { name: "OpenAI" }));
    expect(await screen.findByRole("textbox", { name: /^Name/ })).toHaveValue("OpenAI 2");
  });

  it("lists models without a price, saves the prices typed for them first, and shows how many are left", async () => {
    const { person } = await startNew("open", true);
    answer(listPrices, [aPrice("gpt-6")]);
    const prices = answer(createPrice, aPrice("gpt-5"));
    const calls = answer(createChannel, aChannel({ name: "Fresh" }));
    await person.type(await screen.findByRole("textbox", { name: /^API key/ }), "sk-1");
    await person.click(screen.getByRole("button", { name: "Clear" }));
    const models = screen.getByRole("combobox", { name: /^Models/ });
    await person.type(models, "my-model{Enter}gpt-6{Enter}other-model{Enter}");
    expect(await screen.findByText("2 models have no price")).toBeVisible();
    await person.type(screen.getByRole("textbox", { name: "Input price of my-model" }), "3");
    await person.click(submit());
    expect(
      await screen.findByRole("button", { name: "Fill in both prices of my-model, or clear them." }),
    ).toBeVisible();
    expect(calls).toHaveLength(0);
    await person.type(screen.getByRole("textbox", { name: "Output price of my-model" }), "15");
    await person.click(submit());
    expect(await screen.findByText("Channel Fresh added.")).toBeVisible();
    expect(await screen.findByText("1 model has no price")).toBeVisible();
    expect(screen.queryByText("1 model has no price. Requests for it are rejected.")).toBeNull();
    expect(prices.map(({ body }) => body)).toEqual([
      { model: "my-model", type: "tokens", channel_type: 1, input: 1.5, output: 7.5 },
    ]);
    expect(calls).toHaveLength(1);
  });

  it("applies the price book's prices to models without one in one step, rules included", async () => {
    const { person } = await startNew("open", true);
    answer(listPrices, []);
    const rules = [{ when: { prompt_above: 200_000 }, input: 2 }];
    const price = { ...aPrice("reseller/gpt-6"), rules };
    answer(suggestPrices, {
      "reseller/gpt-6": { price, from: "gpt-6", source: "https://example.com", date: "2026-11-05" },
    });
    const prices = answer(createPrice, price);
    answer(createChannel, aChannel({ name: "Fresh" }));
    await person.type(await screen.findByRole("textbox", { name: /^API key/ }), "sk-1");
    await person.click(screen.getByRole("button", { name: "Clear" }));
    await person.type(
      screen.getByRole("combobox", { name: /^Models/ }),
      "reseller/gpt-6{Enter}my-model{Enter}",
    );
    await person.click(await screen.findByRole("button", { name: "Use the price book for 1 model" }));
    expect(screen.getByText(/^Price book, gpt-6 · Prompts above 200K tokens/)).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Input price of reseller/gpt-6" })).not.toBeInTheDocument();
    await person.click(submit());
    expect(await screen.findByText("Channel Fresh added.")).toBeVisible();
    expect(await screen.findByText("1 model has no price")).toBeVisible();
    expect(screen.queryByText("1 model has no price. Requests for it are rejected.")).toBeNull();
    expect(prices.map(({ body }) => body)).toEqual([price]);
  });

  it("sends only what was changed, and keeps the stored key", async () => {
    answer(listChannels, aPage([aChannel()]));
    const calls = answer(updateChannel, aChannel({ name: "Renamed" }));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Main" }));
    expect(await screen.findByDisplayValue(/1 key · ends in …wxyz/)).toBeVisible();
    const name = screen.getByRole("textbox", { name: /^Name/ });
    await person.clear(name);
    await person.type(name, "Renamed");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ id: 5, name: "Renamed" }));
  });
});

import { listChannelHealth } from "@tollgate/contract/channel-health";
import {
  type Channel,
  type ChannelEvent,
  type ChannelTestRun,
  getChannelTestRun,
  listChannelEvents,
  listChannels,
  listProviderTypes,
  patchChannel,
  startChannelTestRun,
  testChannel,
  updateChannelBalance,
} from "@tollgate/contract/channels";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aTestResult } from "../../../test/a-channel";
import { answer, hold, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { newChannelValues, savedValues } from "./channel-values";
import { channelsScreen } from "./screen";

const text = (text: string) => ({ en_US: text, zh_CN: text, ja_JP: text });
const provider = {
  type: 1,
  id: "openai",
  label: "OpenAI",
  icon: { text: "AI", color: "#10a37f" },
  keyLabel: text("API key"),
  fields: [],
  defaultModels: [],
  capabilities: ["chat" as const],
  canListModels: true,
  canReadBalance: true,
};

function aChannel(part: Partial<Channel> = {}): Channel {
  const { key: _key, ...fields } = savedValues(newChannelValues);
  const keyFields = { status_reason: "", key_count: 1, key_hint: "wxyz", created_time: aMoment };
  const measured = {
    test_time: aMoment,
    response_time: 820,
    used_quota: 0,
    balance: 0,
    balance_updated_time: 0,
    status_problem: "" as const,
    capabilities: null,
    model_check: { checked_time: 0, new_models: [], gone_models: [] },
    unsupported_endpoints: [],
  };
  return { ...fields, ...keyFields, ...measured, id: 5, name: "Main", type: 1, status: 3, ...part };
}

let nextId = 100;
function anEvent(part: Partial<ChannelEvent>): ChannelEvent {
  nextId -= 1;
  const nothing = {
    model: "",
    key_index: null,
    key_hint: "",
    status: 0,
    time: 0,
    problem: "" as const,
    reason: "",
  };
  const base = { id: nextId, created_at: aMoment, kind: "enabled" as const, request_id: "", actor_name: "" };
  return { ...base, ...nothing, ...part };
}

const aRun = (part: Partial<ChannelTestRun> = {}): ChannelTestRun => ({
  state: "never",
  started_at: 0,
  total: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  enabled: 0,
  disabled: 0,
  kept: 0,
  ...part,
});

beforeEach(() => {
  answer(listProviderTypes, [provider]);
  answer(listGroupSymbols, ["default"]);
  answer(listChannels, aPage([aChannel()]));
  answer(getChannelTestRun, aRun());
  answer(listChannelHealth, { start: aMoment, span: 300, count: 12, channels: [] });
});

const open = () => renderScreen(channelsScreen, { user: anAdmin(), url: "/panel/channel" });

async function openHistory() {
  const app = await open();
  await app.person.click(
    await screen.findByRole("button", { name: "Auto-disabled: show the history of Main" }),
  );
  return { ...app, panel: await screen.findByRole("dialog", { name: "History" }) };
}

describe("the history of a channel", () => {
  it("shows each event with its facts and response, and links to the request", async () => {
    answer(
      listChannelEvents,
      aPage([
        anEvent({
          kind: "key_refused",
          model: "gpt-5",
          key_index: 1,
          key_hint: "wxyz",
          status: 401,
          reason: "401: Incorrect API key [key]",
          request_id: "r-1",
        }),
        anEvent({ kind: "endpoint_unsupported", model: "gpt-5", reason: "openai-responses" }),
        anEvent({ kind: "kept_enabled", model: "gpt-5", time: 2500 }),
        anEvent({ kind: "disabled", actor_name: "ada" }),
      ]),
    );
    const { panel } = await openHistory();
    const [rejected, unsupported, kept, disabled] = await within(panel).findAllByRole("listitem");
    expect(rejected).toHaveTextContent("Key rejected");
    expect(rejected).toHaveTextContent("gpt-5 · key 2 (…wxyz) · HTTP 401");
    expect(rejected).toHaveTextContent("401: Incorrect API key [key]");
    expect(unsupported).toHaveTextContent(/^Endpoint not available.*Responses · gpt-5/);
    expect(unsupported).not.toHaveTextContent("openai-responses");
    expect(within(rejected as HTMLElement).getByRole("link", { name: "Show the request" })).toHaveAttribute(
      "href",
      "/panel/log?request_id=r-1",
    );
    expect(kept).toHaveTextContent("Too few other channels offer gpt-5 · test took 2.5 s");
    expect(disabled).toHaveTextContent("Disabled by ada");
  });

  it("undoes only the last automatic switch, in place", async () => {
    const off = anEvent({ kind: "disabled_automatically", reason: "unpaid" });
    const older = [anEvent({ kind: "test_failed" }), off, anEvent({ kind: "disabled_automatically" })];
    answer(listChannelEvents, aPage(older));
    const { person, panel } = await openHistory();
    const calls = answer(patchChannel, aChannel({ status: 1 }));
    const button = await within(panel).findByRole("button", { name: "Enable again" });
    answer(listChannelEvents, aPage([anEvent({ kind: "enabled" }), ...older]));
    await person.click(button);
    await waitFor(() => expect(calls).toMatchObject([{ params: { id: "5" }, body: { status: 1 } }]));
    expect(await screen.findByText("Main is enabled again.")).toBeVisible();
    await waitFor(() => expect(within(panel).queryByRole("button", { name: "Enable again" })).toBeNull());
  });

  it("explains itself while there are no events", async () => {
    answer(listChannelEvents, aPage<ChannelEvent>([]));
    const { panel } = await openHistory();
    expect(await within(panel).findByText("No events yet")).toBeVisible();
  });

  it("shows why loading failed and retries", async () => {
    reject(listChannelEvents, "server.internal");
    const { person, panel } = await openHistory();
    expect(await within(panel).findByText(/Server error/)).toBeVisible();
    answer(listChannelEvents, aPage([anEvent({ kind: "test_passed" })]));
    await person.click(within(panel).getByRole("button", { name: "Try again" }));
    expect(await within(panel).findByText("Test passed")).toBeVisible();
  });

  it("collapses consecutive tests with the same result, and nothing else", async () => {
    const failed = (created_at: number) => anEvent({ kind: "test_failed", reason: "no", created_at });
    const now = Math.floor(Date.now() / 1000);
    const three = [failed(now), failed(now - 600), failed(now - 7300)];
    const others = [anEvent({ kind: "test_passed" }), failed(now - 9000)];
    answer(listChannelEvents, aPage([...three, ...others]));
    const { panel } = await openHistory();
    const rows = await within(panel).findAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toHaveLength(3);
    expect(rows[0]).toHaveTextContent("3 times, first 2 hours ago");
    expect(rows[2]).not.toHaveTextContent("times");
  });

  it("goes back page by page", async () => {
    answer(listChannelEvents, ({ query }) => {
      const page = Number(query["page"]);
      const kind = page === 1 ? "test_passed" : "test_failed";
      return { data: [anEvent({ kind })], page, size: 20, total_count: 21 };
    });
    const { person, panel } = await openHistory();
    await person.click(await within(panel).findByRole("button", { name: "Show older" }));
    expect(await within(panel).findByText("Test failed")).toBeVisible();
    expect(within(panel).getByText("Test passed")).toBeVisible();
    expect(within(panel).queryByRole("button", { name: "Show older" })).toBeNull();
  });
});

describe("the balance in the list", () => {
  it("shows dollars, and queries the provider on a click", async () => {
    answer(listChannels, aPage([aChannel({ balance: 12.5, balance_updated_time: aMoment })]));
    const { person } = await open();
    const chip = await screen.findByRole("button", { name: "Refresh the balance of Main: $12.50" });
    const calls = answer(updateChannelBalance, { balance: 3, balance_updated_time: aMoment + 60 });
    answer(listChannels, aPage([aChannel({ balance: 3, balance_updated_time: aMoment + 60 })]));
    await person.click(chip);
    expect(await screen.findByText("$3.00 left")).toBeVisible();
    expect(calls).toMatchObject([{ params: { id: "5" } }]);
  });

  it("shows why the provider returned no balance", async () => {
    reject(updateChannelBalance, "channel.balance_unavailable", { params: { reason: "no access" } });
    const { person } = await open();
    await person.click(
      await screen.findByRole("button", { name: "Refresh the balance of Main: Fetch balance" }),
    );
    expect(await screen.findByText("The balance could not be loaded: no access")).toBeVisible();
  });

  it("offers nothing where the provider has no balance API", async () => {
    answer(listProviderTypes, [{ ...provider, canReadBalance: false }]);
    await open();
    expect(await screen.findByText("Main")).toBeVisible();
    expect(screen.queryByRole("button", { name: /balance/ })).toBeNull();
  });
});

describe("the test of all channels", () => {
  it("asks for confirmation, shows the progress, and shows the result", async () => {
    const { person } = await open();
    const started = answer(startChannelTestRun, aRun({ state: "running", started_at: 9, total: 4 }));
    await person.click(await screen.findByRole("button", { name: "Test all" }));
    expect(started).toHaveLength(0);
    answer(getChannelTestRun, aRun({ state: "running", started_at: 9, total: 4, passed: 1, failed: 2 }));
    await person.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByText("3 of 4 channels tested")).toBeVisible();
    expect(screen.getByText("1 passed · 2 failed")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "3 of 4 channels tested" })).toHaveAttribute(
      "aria-valuenow",
      "75",
    );
    const end = aRun({ state: "done", started_at: 9, total: 4, passed: 2, failed: 2, disabled: 1, kept: 1 });
    answer(getChannelTestRun, end);
    const sentence = "2 passed · 2 failed · 1 disabled · 1 left enabled";
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole("progressbar", { name: /channels tested/ })).toBeNull();
  });

  it("shows nothing for a run that ended before the visit", async () => {
    const release = hold(getChannelTestRun, aRun({ state: "done", started_at: 9, total: 4, failed: 4 }));
    await open();
    release();
    expect(await screen.findByText("Main")).toBeVisible();
    expect(screen.queryByText("All channels tested")).toBeNull();
  });

  it("shows that a run ended early", async () => {
    answer(getChannelTestRun, aRun({ state: "running", started_at: 9, total: 4, passed: 1 }));
    await open();
    expect(await screen.findByText("1 of 4 channels tested")).toBeVisible();
    answer(getChannelTestRun, aRun({ state: "stopped", started_at: 9, total: 4, passed: 1 }));
    expect(await screen.findByText(/The server restarted before all channels were tested/)).toBeVisible();
  });
});

it("shows a test that passed too slowly with its reason, not as a success alone", async () => {
  const reason = "The test took 6.5 s; the maximum response time is 5 s.";
  answer(listChannels, aPage([aChannel({ test_model: "gpt-5" })]));
  answer(testChannel, aTestResult({ time: 6500, problem: "too_slow", reason }));
  const { person } = await open();
  await person.click(await screen.findByRole("button", { name: /^Test Main/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(reason)).toBeVisible();
  expect(dialog.getByText("The test took longer than the maximum response time.")).toBeVisible();
});

it("asks for a model where the channel has no test model, and sends nothing before", async () => {
  answer(listChannels, aPage([aChannel({ test_model: "" })]));
  const calls = answer(testChannel, aTestResult());
  const { person } = await open();
  await person.click(await screen.findByRole("button", { name: /^Test Main/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await person.clear(dialog.getByRole("combobox", { name: "Model" }));
  expect(dialog.getByRole("button", { name: "Run test" })).toBeDisabled();
  expect(calls).toHaveLength(0);
});

import { screen, waitFor, within } from "@testing-library/react";
import { addChannelsModel, removeChannelsModel } from "@tollgate/contract/channel-batches";
import { getChannelHealth, sumHealth } from "@tollgate/contract/channel-health";
import { checkModels, probeCapabilities } from "@tollgate/contract/channel-tests";
import {
  type Channel,
  type ChannelEvent,
  type ChannelTestResult,
  getChannel,
  listChannelEvents,
  listProviderTypes,
  testChannel,
} from "@tollgate/contract/channels";
import { beforeEach, describe, expect, it } from "vitest";
import { aChannel } from "../../../test/a-channel";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { channelScreen } from "./screen";

const untested: Partial<Channel> = {
  models: ["gpt-5", "gpt-6", "family*"],
  test_model: "",
  test_time: 0,
  response_time: 0,
};

const passed: ChannelTestResult = {
  skipped: false,
  success: true,
  model: "gpt-5",
  time: 420,
  problem: "",
  status: 0,
  reason: "",
  asked: 'POST https://api.example.com/v1/chat/completions\n{"model":"gpt-5"}',
  answered: '{"id":"chatcmpl-1"}',
  answer: "Hi!",
};

/** The mock matches later handlers first, and the path of one channel also matches the types' path. */
function answerChannel(part: Partial<Channel>): void {
  answer(getChannel, aChannel({ ...untested, ...part }));
  answer(listProviderTypes, [
    {
      type: 1,
      id: "openai",
      label: "OpenAI",
      icon: { text: "AI", color: "#10a37f" },
      keyLabel: { en_US: "Key", zh_CN: "Key", ja_JP: "Key" },
      fields: [],
      defaultModels: [],
      capabilities: ["chat"],
      canListModels: true,
    },
  ]);
}

const open = () => renderScreen(channelScreen, { user: anAdmin(), url: "/panel/channel/5" });

beforeEach(() => {
  answerChannel({});
  answer(listChannelEvents, aPage<ChannelEvent>([]));
  answer(getChannelHealth, {
    start: aMoment,
    span: 300,
    count: 72,
    spans: [
      {
        ...sumHealth([]),
        start: aMoment,
        successes: 90,
        timeout: 10,
        wrong_request: 5,
        first_token_sum: 45_000,
        first_token_count: 90,
        response_sum: 180_000,
      },
    ],
    usage: { start: aMoment, span: 3600, count: 6, spans: [] },
  });
});

describe("the page of a channel", () => {
  it("shows success rate, time to first token and calls from the roll-ups", async () => {
    await open();
    expect(await screen.findByRole("heading", { level: 1, name: "Main" })).toBeVisible();
    for (const shown of ["90%", "10 failed", "500 ms", "Full response 2.0 s", "105", "Invalid request: 5"])
      expect(await screen.findByText(shown)).toBeVisible();
  });

  it("shows why it is disabled, in a sentence and in the provider's words", async () => {
    answerChannel({
      status: 3,
      status_problem: "no_balance",
      status_reason: "402: insufficient credits",
    });
    await open();
    expect(
      await screen.findByText(
        "The provider account has no balance. Top up the account at the provider. Provider: “402: insufficient credits”",
      ),
    ).toBeVisible();
  });

  it("tests each model but wildcards, and shows request and response, failures with their reason", async () => {
    const calls = answer(
      testChannel,
      ({ query }): ChannelTestResult =>
        query["model"] === "gpt-5"
          ? passed
          : {
              ...passed,
              success: false,
              model: "gpt-6",
              problem: "not_found",
              status: 404,
              reason: "no model gpt-6",
              answer: "",
              answered: "",
            },
    );
    const reads = answer(listChannelEvents, aPage<ChannelEvent>([]));
    const { person } = await open();
    await waitFor(() => expect(reads).toHaveLength(1));
    await person.click(await screen.findByRole("button", { name: "Test all models" }));
    expect(await screen.findByText("1 passed · 1 failed")).toBeVisible();
    expect(calls.map(({ query }) => query["model"])).toEqual(["gpt-5", "gpt-6"]);
    expect(screen.getByText("Hi!")).toBeVisible();
    expect(screen.getByText("no model gpt-6")).toBeVisible();
    expect(screen.getByText(/^The provider has no such model or endpoint\./)).toBeVisible();
    await person.click(
      screen.getAllByRole("button", { name: "Show request and response" })[0] as HTMLElement,
    );
    expect(screen.getByLabelText("Request")).toHaveTextContent('"model": "gpt-5"');
    expect(screen.getByLabelText("Response")).toHaveTextContent("chatcmpl-1");
    // Once after all tests: hundreds of tests with reads of their own would reach the API's rate limit.
    expect(reads).toHaveLength(2);
  });

  it("shows a model that cannot be tested as not tested, not as failed", async () => {
    answer(testChannel, ({ query }): ChannelTestResult => {
      const model = String(query["model"]);
      return model === "gpt-5" ? passed : { ...passed, model, success: false, skipped: true, answer: "" };
    });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Test all models" }));
    expect(await screen.findByText("1 passed · 0 failed · 1 not tested")).toBeVisible();
    expect(screen.getByText(/^The model is neither a chat nor an embedding model/)).toBeVisible();
    expect(screen.queryByText(/^Failed/)).toBeNull();
  });

  it("tests capabilities on request only, and distinguishes unknown from no", async () => {
    const calls = answer(probeCapabilities, {
      model: "gpt-5",
      checked_time: aMoment,
      findings: [
        { capability: "stream", outcome: "yes", problem: "", reason: "" },
        { capability: "vision", outcome: "no", problem: "wrong_request", reason: "images are not supported" },
        { capability: "tools", outcome: "unknown", problem: "rate_limit", reason: "slow down" },
      ],
    });
    const { person } = await open();
    expect(await screen.findByText("Not checked yet")).toBeVisible();
    expect(calls).toHaveLength(0);
    await person.click(screen.getByRole("button", { name: "Check capabilities" }));
    for (const shown of ["Streaming: Yes", "Vision: No", "Tools: Unknown"])
      expect(await screen.findByText(shown)).toBeVisible();
    await person.hover(screen.getByText("Tools: Unknown"));
    expect(await screen.findByText(/^The provider's rate limit was reached \(429\)/)).toBeVisible();
  });

  it("marks models that are gone, and removes one only on a click", async () => {
    const check = {
      checked_time: aMoment,
      new_models: ["gpt-7"],
      gone_models: [{ model: "gpt-6", since: aMoment }],
    };
    answerChannel({ model_check: check });
    const checks = answer(checkModels, check);
    const removals = answer(removeChannelsModel, 1);
    const { person } = await open();
    expect(await screen.findByText("1 model no longer listed")).toBeVisible();
    expect(screen.getByText("1 new model")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(checks).toHaveLength(1));
    expect(removals).toHaveLength(0);
    await person.click(screen.getByRole("button", { name: "Remove gpt-6" }));
    await waitFor(() => expect(removals[0]?.body).toEqual({ ids: [5], value: "gpt-6" }));
    const additions = answer(addChannelsModel, 1);
    await person.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(additions[0]?.body).toEqual({ ids: [5], value: "gpt-6" }));
  });

  it("leads to the list where the channel is gone", async () => {
    reject(getChannel, "channel.not_found");
    await open();
    expect(await screen.findByText("This channel does not exist")).toBeVisible();
    expect(screen.getByRole("link", { name: "Show all channels" })).toHaveAttribute("href", "/panel/channel");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("offers another try where the channel could not be loaded", async () => {
    reject(getChannel, "server.busy", { params: { seconds: 2 } });
    await open();
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("The channel could not be loaded")).toBeVisible();
    expect(within(alert).getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

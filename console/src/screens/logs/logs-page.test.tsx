import { getChannel } from "@tollgate/contract/channels";
import { channelExamples } from "@tollgate/contract/examples/channel-examples";
import {
  listLogNames,
  listLogs,
  listOwnLogs,
  type LogRow,
  logRow,
  sumLogs,
  sumOwnLogs,
} from "@tollgate/contract/logs";
import { screen, waitFor, within } from "@testing-library/react";
import type * as z from "zod";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aUser } from "../../../test/builders";
import { formatTime } from "../../lib/format-time";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { logsScreen } from "./screen";

// A deleted channel has no cost ratio.
beforeEach(() => void reject(getChannel, "channel.not_found"));

type LogInput = Partial<z.input<typeof logRow>>;

function aLogRow(part: LogInput = {}): LogRow {
  return logRow.parse({
    id: 1,
    created_at: aMoment,
    type: 2,
    content: "",
    user_id: 7,
    username: "ada",
    token_id: 1,
    token_name: "ci",
    model_name: "claude-sonnet-4-5",
    quota: 8_025,
    prompt_tokens: 12_000,
    completion_tokens: 850,
    channel_id: 2,
    channel: { id: 2, name: "Anthropic" },
    request_time: 4_800,
    is_stream: true,
    source_ip: "203.0.113.7",
    request_id: "req_1",
    outcome: "succeeded",
    metadata: {
      group_name: "vip",
      group_ratio: 0.5,
      price_type: "tokens",
      price_model: "claude-*",
      input_ratio: 1.5,
      output_ratio: 7.5,
      first_response: 412,
      usage: { input: 2_000, cached_read: 7_000, cached_write: 3_000, output: 700, reasoning: 150 },
      usage_source: "upstream",
      end_reason: "completed",
      dropped: ["logit_bias"],
      attempts: [
        { channel_id: 1, channel_name: "Azure", status: 429, time: 210, reason: "rate" },
        { channel_id: 2, channel_name: "Anthropic", status: 200, time: 930, reason: "" },
      ],
    },
    ...part,
  });
}

const sums = { quota: 1_000_000, request_count: 12, prompt_tokens: 3_456, completion_tokens: 2_000_000 };

async function openAsAdmin(rows: LogRow[], url = "/panel/log") {
  answer(listLogNames, []);
  const calls = answer(listLogs, aPage(rows));
  answer(sumLogs, sums);
  return { ...(await renderScreen(logsScreen, { user: anAdmin(), url })), calls };
}

async function openAsUser(rows: LogRow[], url = "/panel/log") {
  const calls = answer(listOwnLogs, aPage(rows));
  answer(sumOwnLogs, sums);
  return { ...(await renderScreen(logsScreen, { user: aUser(), url })), calls };
}

/** `1,500 quota` → 1500 */
const quotaIn = (element: HTMLElement): number => Number(element.textContent?.replace(/[^\d.]/g, ""));

describe("the log", () => {
  it("shows administrators everyone's rows with channel and user, and the sums", async () => {
    await openAsAdmin([aLogRow()]);
    const row = (await screen.findByText("claude-sonnet-4-5")).closest("tr") as HTMLElement;
    for (const shown of ["ada", "ci", "12,000", "850", "$0.016050"]) {
      expect(within(row).getByText(shown)).toBeVisible();
    }
    expect(within(row).getByText(/Anthropic/)).toBeVisible();
    expect(await screen.findByText("2.0M")).toBeVisible();
  });

  it("requests only a user's own rows, without administrator filters", async () => {
    const { calls } = await openAsUser(
      [aLogRow({ channel_id: 0, channel: null })],
      "/panel/log?username=root",
    );
    expect(await screen.findByText("claude-sonnet-4-5")).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: "Channel" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Username/ })).toBeNull();
    expect(calls[0]?.query).not.toHaveProperty("username");
  });

  it("requests the last week by default and keeps tab and filters in the address", async () => {
    const { person, calls, location } = await openAsAdmin([aLogRow()]);
    await screen.findByText("claude-sonnet-4-5");
    const weekAgo = Date.now() / 1000 - 7 * 86_400;
    expect(Math.abs(Number(calls[0]?.query["start_timestamp"]) - weekAgo)).toBeLessThan(120);
    await person.click(screen.getByRole("tab", { name: "Top-up" }));
    await person.click(screen.getByRole("button", { name: "Model" }));
    await person.type(await screen.findByRole("combobox", { name: "Model" }), "gpt-5{Enter}");
    await waitFor(() => expect(location()).toBe("/panel/log?log_type=1&model_name=gpt-5"));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ log_type: "1", model_name: "gpt-5" }));
  });

  it("shows that nothing matches, and why loading failed", async () => {
    await openAsUser([], "/panel/log?model_name=x");
    expect(await screen.findByText("No matches")).toBeVisible();
  });

  it("shows why it failed, and a failure of the sums in one line", async () => {
    reject(listLogs, "server.internal");
    reject(sumLogs, "server.internal");
    await renderScreen(logsScreen, { user: anAdmin() });
    expect(await screen.findByText(/Server error/)).toBeVisible();
    expect(await screen.findByText("The totals could not be loaded.")).toBeVisible();
  });

  it("shows how far a long search went, and continues from there", async () => {
    const searchedTo = aMoment - 3600;
    const page = { ...aPage([aLogRow()]), searched_to: searchedTo };
    const calls = answer(listLogs, page);
    answer(sumLogs, { ...sums, searched_to: searchedTo });
    const { person } = await renderScreen(logsScreen, { user: anAdmin(), url: "/panel/log?token_name=ci" });
    expect(await screen.findByRole("status")).toHaveTextContent(`Searched back to ${formatTime(searchedTo)}`);
    expect(await screen.findByText(`Totals since ${formatTime(searchedTo)}`, { exact: false })).toBeVisible();
    const start = calls[0]?.query["start_timestamp"];
    await person.click(screen.getByRole("button", { name: "Continue search" }));
    await waitFor(() =>
      expect(calls.at(-1)?.query).toMatchObject({
        token_name: "ci",
        start_timestamp: start,
        end_timestamp: String(searchedTo - 1),
      }),
    );
  });

  it("shows no empty state while there is more to search", async () => {
    const calls = answer(listLogs, { ...aPage<LogRow>([]), searched_to: 5000 });
    answer(sumLogs, sums);
    const url = "/panel/log?range=any&source_ip=192.0.2.1";
    const { person } = await renderScreen(logsScreen, { user: anAdmin(), url });
    expect(await screen.findByText("No matches so far")).toBeVisible();
    expect(screen.queryByText("No matches")).toBeNull();
    expect(screen.getByRole("status")).toHaveTextContent(`Searched back to ${formatTime(5000)}`);
    await person.click(screen.getByRole("button", { name: "Continue search" }));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ end_timestamp: "4999" }));
  });

  it("continues to later rows in ascending order", async () => {
    const calls = answer(listLogs, { ...aPage<LogRow>([]), searched_to: 5000 });
    answer(sumLogs, sums);
    const url = "/panel/log?range=any&order=created_at&source_ip=192.0.2.1";
    const { person } = await renderScreen(logsScreen, { user: anAdmin(), url });
    await person.click(await screen.findByRole("button", { name: "Continue search" }));
    await waitFor(() =>
      expect(calls.at(-1)?.query).toMatchObject({ start_timestamp: "5001", end_timestamp: "0" }),
    );
  });

  it("hides the search's end while there are more pages", async () => {
    answer(listLogs, { ...aPage([aLogRow()]), total_count: 10_000, total_capped: true, searched_to: 5000 });
    answer(sumLogs, sums);
    await renderScreen(logsScreen, { user: anAdmin() });
    expect(await screen.findByText("claude-sonnet-4-5")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Continue search" })).toBeNull();
  });

  it("shows cards on a phone, each opening its details", async () => {
    setViewport("phone");
    const { person } = await openAsUser([aLogRow()]);
    await person.click(await screen.findByRole("button", { name: /claude-sonnet-4-5/ }));
    expect(await screen.findByRole("dialog", { name: "claude-sonnet-4-5" })).toBeVisible();
  });
});

describe("the details of a row", () => {
  it("explains the price so that the lines add up to the row's quota", async () => {
    const { person } = await openAsAdmin([aLogRow()]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    const dialog = await screen.findByRole("dialog", { name: "claude-sonnet-4-5" });
    const amounts = within(dialog)
      .getAllByText(/^[+−]?[\d,.]+ quota$/)
      .map(quotaIn);
    const charged = amounts.pop();
    expect(amounts).toEqual([1_500, 525, 2_812.5, 2_625, 562.5]);
    expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(8_025);
    expect(charged).toBe(8_025);
    expect(within(dialog).getByText("7,000 tokens × $0.30 / 1M × group 0.5")).toBeVisible();
  });

  it("shows the uncollected amount", async () => {
    const row = aLogRow({ quota: 8_000 });
    const { person } = await openAsAdmin([{ ...row, metadata: { ...row.metadata, uncollected: 25 } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText(/balance was used up/)).toBeVisible();
    expect(screen.getByText("8,000 quota")).toBeVisible();
  });

  it("shows the route to administrators, and dropped fields to everyone", async () => {
    const { person } = await openAsAdmin([aLogRow()]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(
      await screen.findByText("Attempt 1 · HTTP 429 · The provider's rate limit was reached"),
    ).toBeVisible();
    expect(screen.getByText("Attempt 2 · HTTP 200 · Response delivered")).toBeVisible();
    expect(screen.getByText("logit_bias")).toBeVisible();
    expect(screen.getByText("req_1")).toBeVisible();
  });

  it("shows administrators what the call cost them and their margin, where the channel has a cost ratio", async () => {
    const plugin = { cost: { ratio: 0.25 } };
    answer(getChannel, getChannel.data.parse({ ...channelExamples.Channel, id: 3, plugin }));
    const { person } = await openAsAdmin([aLogRow()]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    const cost = await screen.findByText("Your cost (list price × 0.25)");
    // 8,025 quota at half of the list price.
    expect(cost.nextSibling).toHaveTextContent("$0.008025");
    expect(screen.getByText("Margin").nextSibling).toHaveTextContent("$0.008025 (50%)");
  });

  it("hides the route from users", async () => {
    const { person } = await openAsUser([aLogRow()]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText("req_1")).toBeVisible();
    expect(screen.queryByText(/HTTP 429/)).toBeNull();
  });

  it("shows a skipped channel, and an unknown reason as stored", async () => {
    const attempts = [
      { channel_id: 1, channel_name: "Speech only", status: 0, time: 0, reason: "unsupported" },
      { channel_id: 2, channel_name: "Anthropic", status: 418, time: 12, reason: "teapot" },
    ];
    const row = aLogRow();
    const { person } = await openAsAdmin([{ ...row, metadata: { ...row.metadata, attempts } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(
      await screen.findByText("Attempt 1 · Skipped: the channel does not support this type of request"),
    ).toBeVisible();
    expect(screen.getByText("Attempt 2 · HTTP 418 · teapot")).toBeVisible();
  });

  it("shows that a channel timed out, and after how long", async () => {
    const silent = { channel_id: 1, channel_name: "OpenAI", status: 0, time: 250, reason: "timeout" };
    const hidden = { channel_id: 2, channel_name: "Own", status: 0, time: 3, reason: "unreachable" };
    const attempts = [
      { ...silent, cause: "no_first_byte", seconds: 0.25 },
      { ...hidden, cause: "address_not_public" },
    ];
    const row = aLogRow();
    const { person } = await openAsAdmin([{ ...row, metadata: { ...row.metadata, attempts } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText("Attempt 1 · No first byte in 0.25 s")).toBeVisible();
    expect(screen.getByText(/^Attempt 2 · The channel's address is in/)).toBeVisible();
  });

  it("explains that the gateway was out of memory", async () => {
    const row = aLogRow();
    const attempts = [{ channel_id: 1, channel_name: "First", status: 200, time: 900, reason: "shortage" }];
    const { person } = await openAsAdmin([{ ...row, metadata: { ...row.metadata, attempts } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(
      await screen.findByText("Attempt 1 · HTTP 200 · The gateway ran out of memory for the response"),
    ).toBeVisible();
  });

  it("names the kind of the provider's error in the list", async () => {
    const row = aLogRow({ outcome: "failed", content: "Too many requests." });
    const attempts = [{ channel_id: 1, channel_name: "First", status: 429, time: 90, reason: "rate" }];
    const metadata = { ...row.metadata, end_reason: "upstream_error" as const, attempts };
    const unknown = { ...metadata, attempts: attempts.map((one) => ({ ...one, reason: "a new kind" })) };
    await openAsAdmin([
      { ...row, metadata },
      { ...row, id: 2, metadata: unknown },
    ]);
    expect(await screen.findByText("Provider rate limit")).toBeVisible();
    expect(screen.getByText("Provider error")).toBeVisible();
  });

  it("explains a bad end beside the provider's own words", async () => {
    const metadata = { ...aLogRow().metadata, end_reason: "upstream_error" as const, usage: {} };
    const row = aLogRow({ content: "Overloaded.", quota: 0 });
    const { person } = await openAsUser([{ ...row, metadata: { ...metadata, usage_source: "none" } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The provider returned an error. Nothing is charged.Overloaded.");
  });

  it("says of an interrupted response that it began and was not completed, and nothing else", async () => {
    const attempts = [{ channel_id: 2, channel_name: "Anthropic", status: 200, time: 181, reason: "" }];
    const end = { end_reason: "upstream_cut" as const, usage_source: "none" as const, usage: {} };
    const row = aLogRow({ quota: 0, outcome: "cut", prompt_tokens: 0, completion_tokens: 0 });
    const { person } = await openAsAdmin([{ ...row, metadata: { ...row.metadata, ...end, attempts } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    const panel = within(await screen.findByRole("dialog"));
    expect(
      panel.getByText(
        "Free: no complete response was delivered. Anthropic started to respond on the first attempt.",
      ),
    ).toBeVisible();
    expect(panel.getAllByText("$0").length).toBeGreaterThan(0);
    expect(panel.queryByText(/\$0\.0/)).toBeNull();
  });

  it("does not show a cancelled answer as delivered", async () => {
    const row = aLogRow();
    const metadata = { ...row.metadata, end_reason: "client_closed" as const };
    const { person } = await openAsAdmin([{ ...row, metadata }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText("Attempt 2 · HTTP 200 · Client disconnected")).toBeVisible();
  });

  it("explains an answer from the cache, which has neither tokens nor a price", async () => {
    const metadata = { cache_hit: true, usage_source: "none" as const, end_reason: "completed" as const };
    const row = aLogRow({ quota: 0, prompt_tokens: 0, completion_tokens: 0, metadata });
    const { person } = await openAsUser([row]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText("Returned from the response cache, free.")).toBeVisible();
    expect(screen.queryByText("0 tokens")).toBeNull();
    expect(screen.getByText("Cached")).toBeInTheDocument();
  });

  it("shows a pass-through call as its path, not as a failure", async () => {
    const metadata = { end_reason: "completed" as const, usage_source: "none" as const };
    const part = { model_name: "", content: "relay:/v1/files/file-1", quota: 0, is_stream: false, metadata };
    const { person } = await openAsAdmin([aLogRow(part)]);
    await person.click(await screen.findByText("/v1/files/file-1"));
    const dialog = await screen.findByRole("dialog", { name: "Pass-through request" });
    expect(within(dialog).getByText("Pass-through requests are free.")).toBeVisible();
    expect(within(dialog).getByRole("alert")).toHaveTextContent(/^The request and response were forwarded/);
    expect(within(dialog).queryByText(/relay:/)).toBeNull();
  });

  it("numbers the answers of a realtime session", async () => {
    const row = aLogRow({ request_id: "abc-3" });
    const { person } = await openAsAdmin([
      { ...row, metadata: { ...row.metadata, format: "openai-realtime", native: true } },
    ]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText(/^Response 3 of a realtime session\./)).toBeVisible();
    expect(screen.getByText("OpenAI Realtime")).toBeVisible();
    expect(screen.queryByText("Speed")).toBeNull();
  });

  it("counts the provider's own tools and prices them", async () => {
    const row = aLogRow({ quota: 12_000 });
    const metadata = {
      ...row.metadata,
      price_type: "times",
      input_ratio: 4,
      usage: { input: 10, web_search: 4, code_run: 1 },
      extra_ratios: { code_run_call: 0 },
    };
    const { person } = await openAsAdmin([{ ...row, metadata }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText("Web search × 4 · Code run × 1")).toBeVisible();
    expect(screen.getByText("4 calls × $0.01 × group 0.5")).toBeVisible();
    expect(screen.getByText("1 call × $0.00 × group 0.5")).toBeVisible();
    expect(screen.queryByText(/its stored price gives a different amount/)).toBeNull();
  });

  it("shows when reported counts were implausible", async () => {
    const row = aLogRow();
    const { person } = await openAsUser([{ ...row, metadata: { ...row.metadata, usage_clamped: true } }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(await screen.findByText(/implausible token counts/)).toBeVisible();
  });

  it("shows which model and tier answered, and that the higher price was charged", async () => {
    const row = aLogRow();
    const metadata = {
      ...row.metadata,
      answered_model: "claude-opus-5",
      answered_tier: "fast",
      price_ratio: 2,
      price_raised: true,
    };
    const { person } = await openAsAdmin([{ ...row, metadata }]);
    await person.click(await screen.findByText("claude-sonnet-4-5"));
    expect(
      await screen.findByText(/higher price was charged. .*model claude-opus-5. .*service tier fast./),
    ).toBeVisible();
    expect(screen.getByText(/price ratio × 2/)).toBeVisible();
  });
});

import { findCapture, listCaptures, readCapture } from "@tollgate/contract/captures";
import { getChannel } from "@tollgate/contract/channels";
import { listAudit } from "@tollgate/contract/audit";
import {
  checkLogExport,
  getLog,
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
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { logsScreen } from "./screen";

const sums = { quota: 5, request_count: 2, prompt_tokens: 1, completion_tokens: 1 };

function aRow(part: Partial<z.input<typeof logRow>> = {}): LogRow {
  return logRow.parse({
    id: 11,
    created_at: aMoment,
    type: 2,
    content: "",
    user_id: 7,
    username: "ada",
    token_id: 3,
    token_name: "ci",
    model_name: "gpt-5",
    quota: 8_025,
    prompt_tokens: 1_000,
    completion_tokens: 500,
    channel_id: 2,
    channel: { id: 2, name: "Anthropic" },
    request_time: 4_000,
    is_stream: false,
    source_ip: "203.0.113.7",
    request_id: "req_1",
    outcome: "succeeded",
    metadata: { end_reason: "completed", usage: { input: 400, cached_read: 600, output: 500 } },
    ...part,
  });
}

const failed = aRow({
  id: 10,
  model_name: "o3",
  outcome: "failed",
  metadata: { end_reason: "timeout" },
});

async function open(rows: LogRow[], url = "/panel/log", user = anAdmin()) {
  const calls = answer(listLogs, aPage(rows));
  const own = answer(listOwnLogs, aPage(rows.slice(0, 1)));
  const sumCalls = answer(sumLogs, sums);
  answer(sumOwnLogs, sums);
  const names = answer(listLogNames, [{ value: "2", label: "Anthropic" }]);
  return { ...(await renderScreen(logsScreen, { user, url })), calls, own, sumCalls, names };
}

const rowOf = async (model: string) => (await screen.findByText(model)).closest("tr") as HTMLElement;

beforeEach(() => {
  window.localStorage.clear();
  reject(getChannel, "channel.not_found");
});

describe("outcomes", () => {
  it("are shown in every row, with the reason of failures, and filter the list", async () => {
    const { person, calls, sumCalls, location } = await open([aRow(), failed]);
    expect(within(await rowOf("gpt-5")).getByText("Succeeded")).toBeVisible();
    const bad = within(await rowOf("o3"));
    expect(bad.getByText("Timed out")).toBeVisible();
    await person.click(bad.getByText("Failed"));
    await waitFor(() => expect(location()).toBe("/panel/log?outcome=failed"));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ outcome: "failed" }));
    expect(sumCalls.at(-1)?.query).toMatchObject({ outcome: "failed" });
  });

  it("are known values only", async () => {
    const { calls } = await open([aRow()], "/panel/log?outcome=broken");
    await screen.findByText("gpt-5");
    expect(calls[0]?.query).not.toHaveProperty("outcome");
  });
});

describe("filters by name", () => {
  it("are added by a click on a value, and shown by the channel's name", async () => {
    const { person, location } = await open([aRow()]);
    const row = within(await rowOf("gpt-5"));
    await person.click(row.getByTitle("Show only Anthropic"));
    expect(await screen.findByRole("button", { name: "Channel: Anthropic" })).toBeVisible();
    await person.click(row.getByTitle("Show only ada"));
    await person.click(row.getByTitle("Show only ci"));
    await person.click(row.getByRole("button", { name: "Show only gpt-5" }));
    await waitFor(() =>
      expect(location()).toBe("/panel/log?channel_id=2&username=ada&token_name=ci&model_name=gpt-5"),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(row.queryByTitle("Show only ada")).toBeNull();
  });

  it("suggest names and accept a prefix", async () => {
    const { person, names, calls } = await open([aRow()]);
    answer(listLogNames, [{ value: "gpt-5", label: "gpt-5" }]);
    await person.click(await screen.findByRole("button", { name: "Model" }));
    await person.type(await screen.findByRole("combobox", { name: "Model" }), "gpt");
    expect(await screen.findByRole("option", { name: "gpt-5" })).toBeVisible();
    await person.click(screen.getByRole("option", { name: "Begins with “gpt”" }));
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ model_name: "gpt*" }));
    expect(names).toHaveLength(0);
  });
});

describe("the details in the address", () => {
  it("step through the rows by keyboard, keep the filters, and close", async () => {
    const { person, location } = await open([aRow(), failed], "/panel/log?username=ada&id=11");
    expect(await screen.findByRole("dialog", { name: "gpt-5" })).toBeVisible();
    expect(screen.getByText("$0.016050", { selector: "p" })).toBeVisible();
    expect(screen.getByText("600 tokens")).toBeVisible();
    expect(screen.getByRole("link", { name: "ada" })).toHaveAttribute("href", "/panel/user?keyword=ada");
    expect(screen.getByRole("link", { name: "Anthropic #2" })).toHaveAttribute(
      "href",
      "/panel/channel?keyword=Anthropic",
    );
    await person.keyboard("j");
    expect(await screen.findByRole("dialog", { name: "o3" })).toBeVisible();
    expect(location()).toBe("/panel/log?username=ada&id=10");
    expect(screen.getByRole("button", { name: /^Next/ })).toBeDisabled();
    await person.keyboard("{ArrowUp}");
    expect(await screen.findByRole("dialog", { name: "gpt-5" })).toBeVisible();
    await person.keyboard("{Escape}");
    await waitFor(() => expect(location()).toBe("/panel/log?username=ada"));
  });

  it("show a row that is on no page, and a message where there is none", async () => {
    answer(getLog, aRow({ id: 99, model_name: "elsewhere" }));
    await open([aRow()], "/panel/log?id=99");
    expect(await screen.findByRole("dialog", { name: "elsewhere" })).toBeVisible();
  });

  it("show why a row cannot be loaded", async () => {
    reject(getLog, "log.not_found");
    await open([aRow()], "/panel/log?id=99");
    expect(
      await screen.findByText("This log entry does not exist, or belongs to another user."),
    ).toBeVisible();
  });

  it("explain in a sentence the cost and the choice of channel", async () => {
    const metadata = {
      end_reason: "completed" as const,
      price_type: "tokens",
      price_model: "gpt-5",
      input_ratio: 1,
      output_ratio: 4,
      group_name: "vip",
      group_ratio: 0.5,
      attempts: [
        { channel_id: 1, channel_name: "Azure", status: 429, time: 20, reason: "rate" },
        { channel_id: 2, channel_name: "Anthropic", status: 200, time: 90, reason: "" },
      ],
    };
    await open([aRow({ metadata })], "/panel/log?id=11");
    expect(
      await screen.findByText(
        "1,000 input tokens at $2.00 / 1M and 500 output tokens at $8.00 / 1M, × 0.5 for the group vip. Anthropic responded after Azure (The provider's rate limit was reached).",
      ),
    ).toBeVisible();
  });
});

describe("the sentence of a price", () => {
  it("names every class that was charged, so that it adds up to the cost", async () => {
    const metadata = {
      price_type: "tokens",
      input_ratio: 0.5,
      output_ratio: 2.5,
      extra_ratios: { cached_read_tokens: 0.1 },
      usage: { input: 2_000, cached_read: 1_000, output: 150 },
    };
    await open([aRow({ metadata })], "/panel/log?id=11");
    const sentence =
      "2,000 input tokens at $1.00 / 1M, 1,000 cache read tokens at $0.10 / 1M, and 150 output tokens at $5.00 / 1M.";
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});

describe("tools of the list", () => {
  it("let administrators look at their own rows only", async () => {
    const { person, own } = await open([aRow(), failed]);
    await screen.findByText("o3");
    await person.click(screen.getByRole("button", { name: "Mine" }));
    await waitFor(() => expect(own).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Channel" })).toBeNull());
  });

  it("export what the filters leave", async () => {
    const { person } = await open([aRow()], "/panel/log?range=any&username=ada&size=50&page=2");
    await screen.findByText("gpt-5");
    await person.click(screen.getByRole("button", { name: "Export" }));
    const csv = await screen.findByRole("menuitem", { name: "CSV for spreadsheets" });
    const address = new URL(csv.getAttribute("href") ?? "", "http://x");
    expect(address.pathname).toBe("/api/log/export");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ username: "ada", format: "csv" });
    expect(address.searchParams.has("page")).toBe(false);
  });

  it("show why an export cannot start, instead of a download that fails", async () => {
    const { person } = await open([aRow()]);
    await screen.findByText("gpt-5");
    const download = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const choose = async () => {
      await person.click(screen.getByRole("button", { name: "Export" }));
      await person.click(await screen.findByRole("menuitem", { name: "CSV for spreadsheets" }));
    };
    answer(checkLogExport, null);
    reject(listLogs, "server.internal");
    await choose();
    expect(await screen.findByText(/^Server error\./)).toBeVisible();
    reject(checkLogExport, "log.export_running");
    await choose();
    expect(await screen.findByText(/^You have an export running/)).toBeVisible();
    expect(download).not.toHaveBeenCalled();
    answer(checkLogExport, null);
    answer(listLogs, aPage([aRow()]));
    await choose();
    await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
    download.mockRestore();
  });

  it("keep views between visits, per user", async () => {
    const { person, location } = await open([aRow()], "/panel/log?outcome=failed&page=2&id=11");
    await screen.findByRole("dialog", { name: "gpt-5" });
    await person.keyboard("{Escape}");
    await person.click(await screen.findByRole("button", { name: "Saved views" }));
    await person.type(await screen.findByRole("textbox", { name: "View name" }), "Failures{Enter}");
    await person.keyboard("{Escape}");
    await person.click(await screen.findByRole("tab", { name: "Top-up" }));
    await person.click(await screen.findByRole("button", { name: "Saved views" }));
    await person.click(await screen.findByRole("button", { name: "Failures" }));
    await waitFor(() => expect(location()).toBe("/panel/log?outcome=failed"));
    expect(JSON.parse(window.localStorage.getItem("logViews") ?? "")).toEqual({
      [anAdmin().id]: [{ name: "Failures", search: "outcome=failed" }],
    });
  });

  it("rename and delete views", async () => {
    const stored = () =>
      (JSON.parse(window.localStorage.getItem("logViews") ?? "{}") as Record<string, unknown>)[anAdmin().id];
    const { person } = await open([aRow()], "/panel/log?outcome=failed");
    await person.click(await screen.findByRole("button", { name: "Saved views" }));
    const name = await screen.findByRole("textbox", { name: "View name" });
    await person.type(name, "Failures{Enter}");
    await person.click(screen.getByRole("button", { name: "Rename view Failures" }));
    expect(name).toHaveValue("Failures");
    await person.clear(name);
    await person.type(name, "Broken{Enter}");
    expect(stored()).toEqual([{ name: "Broken", search: "outcome=failed" }]);
    await person.click(screen.getByRole("button", { name: "Delete view Broken" }));
    expect(stored()).toEqual([]);
  });

  it("follow new rows while the switch is on, on the newest page only", async () => {
    const { person, calls } = await open([aRow()]);
    await screen.findByText("gpt-5");
    const before = calls.length;
    await person.click(screen.getByRole("switch", { name: "Live" }));
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
    await person.click(screen.getByRole("switch", { name: "Live" }));
  });

  it("do not follow on later pages", async () => {
    await open([aRow()], "/panel/log?page=2");
    await screen.findByText("gpt-5");
    expect(screen.getByRole("switch", { name: "Live" })).toBeDisabled();
  });

  it("show the super administrator what administrators did, with links", async () => {
    const entry = {
      id: 1,
      created_at: aMoment,
      actor_id: 1,
      actor_name: "root",
      action: "channel.disable",
      target_type: "channel",
      target_id: "2",
      target_name: "Anthropic",
      target_now: "Anthropic",
      detail: {},
      source_ip: "",
    };
    const entries = answer(listAudit, aPage([entry]));
    await open([], "/panel/log?log_type=3", aRoot());
    expect(await screen.findByText("Disabled a channel")).toBeVisible();
    expect(screen.getByRole("link", { name: "Anthropic" })).toHaveAttribute(
      "href",
      "/panel/channel?keyword=Anthropic",
    );
    expect(screen.getByRole("link", { name: "Open audit log" })).toBeVisible();
    expect(Number(entries[0]?.query["start_timestamp"])).toBeGreaterThan(0);
  });
});

describe("captured bodies", () => {
  const size = { type: "application/json", bytes: 15, complete: true };
  beforeEach(() => {
    answer(listCaptures, { allowed: true, targets: [] });
    answer(getLog, aRow());
  });

  it("are shown on a click, which the audit log records", async () => {
    answer(findCapture, { created_at: aMoment, request: size, response: size });
    const reads = answer(readCapture, {
      created_at: aMoment,
      request: { ...size, text: '{"user":"alice"}' },
      response: { ...size, text: '{"id":"chatcmpl-1"}' },
    });
    const { person } = await open([aRow()], "/panel/log?id=11", aRoot());
    const read = await screen.findByRole("button", { name: "Show bodies" });
    expect(reads).toHaveLength(0);
    await person.click(read);
    expect(await screen.findByText(/"user": "alice"/)).toBeVisible();
    expect(screen.getByText(/"id": "chatcmpl-1"/)).toBeVisible();
  });

  it("show why they could not be loaded, and another try", async () => {
    reject(findCapture, "server.internal");
    const { person } = await open([aRow()], "/panel/log?id=11", aRoot());
    const alert = await screen.findByText(/^Server error\./);
    expect(alert).toBeVisible();
    answer(findCapture, null);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/^The bodies of this request were not captured/)).toBeVisible();
  });
});

import { roles } from "@tollgate/contract/access";
import { getBurnRate, getOwnUsageSeries, getUsageSeries } from "@tollgate/contract/analytics";
import { getChecklist, getUncollected } from "@tollgate/contract/dashboard";
import type { Figures } from "@tollgate/contract/figures";
import { getPulse } from "@tollgate/contract/pulse";
import { listOwnLogs, type LogRow } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { listTokens, revealTokenKey, type Token, tokenForm } from "@tollgate/contract/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getReconciliation, type Reconciliation, runReconciliation } from "@tollgate/contract/reconciliation";
import { answer, hold, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aSelf, aSiteInfo, aUser, noBudget } from "../../../test/builders";
import { aGroup, aMidnight, aPulse, aSeries } from "../../../test/a-usage";
import { answerDashboard } from "../../../test/answer-dashboard";
import { renderScreen } from "../../../test/render-app";
import { dashboardScreen } from "./screen";

const aDay = (part: Partial<Figures> = {}): Partial<Figures> => ({
  requests: 1200,
  quota: 750_000,
  prompt_tokens: 90_000,
  completion_tokens: 10_000,
  timed_requests: 1200,
  response_time: 1_800_000,
  ...part,
});

/** One model, with figures of yesterday and today. */
const aWeek = (...recent: Partial<Figures>[]) => aSeries([aGroup("gpt-5", recent)]);

const anOffer = (groups: string[], priced: boolean) => ({
  groups,
  owned_by: "Sandbox",
  owner: { type: 1000, text: "SB", color: "#d97706" },
  price: priced
    ? {
        model: "sandbox-*",
        type: "tokens" as const,
        channel_type: 1000,
        input: 1,
        output: 3,
        locked: false,
        extra_ratios: {},
        rules: [],
      }
    : null,
});

const openSteps = {
  has_channel: true,
  has_price: false,
  has_token: false,
  has_request: false,
  unpriced_count: 4,
  unpriced_models: ["glm-6", "kimi-k4", "my-model"],
};

beforeEach(() => {
  answer(listTokens, aPage<Token>([]));
  answerDashboard();
  const books = { checked_at: aMoment, milliseconds: 1, users: 1, orders: 0, more: false, differences: [] };
  answer(getReconciliation, books);
});

/** The card with one of today's numbers. */
const cardOf = (label: string) => screen.getByText(label).closest(".MuiCard-root") as HTMLElement;

describe("dashboard page", () => {
  it("shows today's numbers, yesterday's, the models and the balance", async () => {
    const calls = answer(getOwnUsageSeries, aWeek(aDay({ requests: 1000, quota: 1_000_000 }), aDay()));
    answer(getSelf, aSelf({ quota: 6_250_000 }));
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("Yesterday 1,000");
    expect(cardOf("Requests today")).toHaveTextContent("1,200Yesterday 1,000");
    expect(cardOf("Spend today")).toHaveTextContent("$1.50Yesterday $2.00");
    expect(cardOf("Tokens today")).toHaveTextContent("100.0k");
    expect(screen.getByText("$12.50")).toBeInTheDocument();
    const models = screen.getByRole("table", { name: "Models" });
    expect(within(models).getByText("gpt-5")).toBeInTheDocument();
    expect(within(models).getByText("$3.50")).toBeInTheDocument();
    expect(calls[0]?.query).toMatchObject({
      range: "7d",
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it("shows every shortened amount exactly on hover", async () => {
    answer(getOwnUsageSeries, aWeek(aDay({ requests: 1000, quota: 1_000_001 }), aDay()));
    answer(getSelf, aSelf({ quota: 6_250_001, used_quota: 123_457 }));
    await renderScreen(dashboardScreen, { user: aUser() });
    const [tokens] = await screen.findAllByLabelText("100,000");
    expect(tokens).toHaveTextContent("100.0k");
    const spend = within(cardOf("Spend today"));
    expect(spend.getByLabelText("$2.000002 (1,000,001)")).toHaveTextContent("Yesterday $2.00");
    expect(await screen.findByLabelText("$12.500002 (6,250,001)")).toHaveTextContent("$12.50");
    expect(screen.getByLabelText("$0.246914 (123,457)")).toHaveTextContent("$0.25 used so far");
  });

  it("shows a message where there was no usage", async () => {
    answer(getOwnUsageSeries, aSeries());
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("No usage in the last seven days")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("shows placeholders while it loads", async () => {
    const release = hold(getOwnUsageSeries, aSeries());
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(screen.getByRole("table", { name: "Models" })).toHaveAttribute("aria-busy", "true");
    release();
  });

  it("shows a failure once and retries", async () => {
    reject(getOwnUsageSeries, "server.internal");
    const { person } = await renderScreen(dashboardScreen, { user: aUser() });
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getAllByText(/Server error/)).toHaveLength(1);
    answer(getOwnUsageSeries, aSeries());
    await person.click(retry);
    expect(await screen.findByText("No usage in the last seven days")).toBeInTheDocument();
  });

  it("shows administrators ledger differences until a check finds none", async () => {
    answer(getOwnUsageSeries, aWeek(aDay()));
    const result: Reconciliation = {
      checked_at: aMoment,
      milliseconds: 900,
      users: 12,
      orders: 3,
      more: false,
      differences: [
        { check: "user_balance", subject: "user", id: "7", expected: 1200, actual: 1712 },
        { check: "order_entry", subject: "entry", id: "order:9", expected: 4000, actual: 0 },
      ],
    };
    answer(getReconciliation, result);
    answer(getSelf, aSelf({ role: roles.admin }));
    const { person } = await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findByText("2 ledger differences found")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Show differences" }));
    const panel = screen.getByRole("dialog", { name: "Ledger differences" });
    expect(within(panel).getByText("User 7")).toBeInTheDocument();
    expect(within(panel).getByText("+512")).toBeInTheDocument();
    expect(within(panel).getByText("order:9")).toBeInTheDocument();
    expect(within(panel).getByRole("link", { name: "Show user" })).toHaveAttribute(
      "href",
      "/panel/user?keyword=7",
    );
    await person.click(within(panel).getByRole("button", { name: "Close" }));
    answer(runReconciliation, { ...result, differences: [] });
    await person.click(await screen.findByRole("button", { name: "Check now" }));
    await waitFor(() => expect(screen.queryByText(/ledger differences? found/)).not.toBeInTheDocument());
  });

  it("guides the first administrator through the open steps", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getChecklist, openSteps);
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findByText("1 of 4 done")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Add channel" })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Set prices" })).toHaveAttribute("href", "/panel/pricing");
    expect(
      screen.getByText("4 models have no price, so their requests are rejected: glm-6, kimi-k4, my-model, …"),
    ).toBeInTheDocument();
  });

  it("shows no list of steps once all are done, and never to users", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
    const calls = answer(getChecklist, {
      has_channel: true,
      has_price: true,
      has_token: true,
      has_request: true,
      unpriced_count: 0,
      unpriced_models: [],
    });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    await waitFor(() => expect(calls).toHaveLength(1));
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Get started")).not.toBeInTheDocument();
  });

  it("does not request the steps for a user", async () => {
    answer(getOwnUsageSeries, aSeries());
    const calls = answer(getChecklist, openSteps);
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    expect(calls).toHaveLength(0);
  });

  it("shows administrators what no balance covered", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getChecklist, openSteps);
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUncollected, { last_30_days: 750_000, last_30_days_calls: 1200, all_time: 5_000_000 });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findByLabelText("$1.500000 (750,000)")).toHaveTextContent("$1.50");
    expect(screen.getByText("Uncollected, last 30 days")).toBeInTheDocument();
    expect(screen.getByText("1,200 requests · $10.00 all time")).toBeInTheDocument();
  });

  it("neither shows nor requests it for a user", async () => {
    answer(getOwnUsageSeries, aSeries());
    const calls = answer(getUncollected, { last_30_days: 1, last_30_days_calls: 1, all_time: 1 });
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Uncollected, last 30 days")).not.toBeInTheDocument();
    expect(calls).toHaveLength(0);
  });

  it("shows administrators nothing of it while everything was collected", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getChecklist, {
      has_channel: true,
      has_price: true,
      has_token: true,
      has_request: true,
      unpriced_count: 0,
      unpriced_models: [],
    });
    const calls = answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    await waitFor(() => expect(calls).toHaveLength(1));
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Uncollected, last 30 days")).not.toBeInTheDocument();
  });
});

describe("the steps of a new user", () => {
  const token: Token = {
    ...tokenForm.parse({ name: "app" }),
    id: 3,
    user_id: 7,
    key: "sk-…wxyz",
    status: 1,
    created_time: aMoment,
    accessed_time: 0,
    used_quota: 0,
    ...noBudget,
    old_key_expires: 0,
  };
  const aLogRow = (end_reason: "completed" | "refused"): LogRow => ({
    id: 1,
    created_at: aMoment,
    type: 2,
    content: "",
    user_id: 7,
    username: "ada",
    token_id: 1,
    token_name: "app",
    model_name: "sandbox-small",
    quota: 39,
    prompt_tokens: 12,
    completion_tokens: 9,
    channel_id: 0,
    channel: null,
    request_time: 40,
    is_stream: false,
    source_ip: "",
    request_id: "req_1",
    outcome: "succeeded",
    metadata: { end_reason },
  });
  const aLogPage = (rows: LogRow[]) => ({ ...aPage(rows), searched_to: 0 });

  it("go from a token over an example with a callable model to the log row", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ request_count: 0 }));
    answer(listTokens, aPage([token]));
    answer(revealTokenKey, { key: "sk-whole-key" });
    answer(listOwnLogs, aLogPage([]));
    answer(listAvailableModels, {
      "gpt-4o-mini": anOffer(["default"], false),
      "gpt-5": anOffer(["vip"], true),
      "sandbox-small": anOffer(["default"], true),
    });
    const { person, queryClient, location } = await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("1 of 3 done")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Show example" }));
    const code = await screen.findByLabelText("curl", { selector: "pre" });
    expect(code).toHaveTextContent('"model": "sandbox-small"');
    expect(code).toHaveTextContent("Bearer sk-whole-key");
    expect(code).toHaveTextContent("https://gateway.example.com/v1/chat/completions");
    answer(listOwnLogs, aLogPage([aLogRow("completed")]));
    await queryClient.refetchQueries({ queryKey: ["dashboard", "first-log"] });
    expect(await screen.findByText("2 of 3 done")).toBeInTheDocument();
    expect(screen.getByText("sandbox-small responded. Cost: $0.000078.")).toBeInTheDocument();
    await person.click(screen.getByRole("link", { name: "Show logs" }));
    expect(location()).toBe("/panel/log");
    expect(window.localStorage.getItem("firstSteps")).toBeNull();
  });

  it("do not count a rejected call as the first", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ request_count: 0 }));
    answer(listOwnLogs, aLogPage([aLogRow("refused")]));
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("0 of 3 done")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Create token" })).toHaveAttribute("href", "/panel/token");
  });

  it("bring the cards up to date with the first answered call, also after a rejected one", async () => {
    const usage = answer(getOwnUsageSeries, aWeek({ requests: 1 }));
    answer(getSelf, aSelf({ request_count: 0 }));
    answer(listTokens, aPage([token]));
    answer(listOwnLogs, aLogPage([aLogRow("refused")]));
    const { queryClient } = await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("1 of 3 done")).toBeInTheDocument();
    // By model and by token.
    await waitFor(() => expect(usage).toHaveLength(2));
    const later = answer(getOwnUsageSeries, aWeek({ requests: 2, quota: 39 }));
    const self = answer(getSelf, aSelf({ request_count: 1 }));
    answer(listOwnLogs, aLogPage([aLogRow("completed")]));
    await queryClient.refetchQueries({ queryKey: ["dashboard", "first-log"] });
    await waitFor(() => expect([later.length, self.length]).toEqual([2, 1]));
  });

  it("are not shown to accounts that are in use", async () => {
    answer(getOwnUsageSeries, aSeries());
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Get started")).not.toBeInTheDocument();
  });
});

describe("a user without balance", () => {
  it("gets a link to the top-up page as the first step", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ quota: 0, request_count: 0 }));
    answer(listTokens, aPage([]));
    answer(listOwnLogs, { ...aPage([]), searched_to: 0 });
    await renderScreen(dashboardScreen, { user: aUser() });
    const step = (await screen.findByText("Add balance")).closest("li") as HTMLElement;
    expect(within(step).getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/panel/topup");
  });

  it("sees that the balance is low before it is empty, and the unsettled amount", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ quota: 200_000, low_balance: true, uncollected: 210_000 }));
    await renderScreen(dashboardScreen, { user: aUser() });
    const notice = within(await screen.findByRole("region", { name: "Your balance is low" }));
    expect(notice.getByText(/^\$0\.40 left\./)).toBeInTheDocument();
    expect(screen.getByText("$0.42 uncollected")).toBeInTheDocument();
  });

  it("gets links to the top-up page and to the operator's contact where one is set", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ quota: 0 }));
    answer(getStatus, aSiteInfo({ support_contact: "mailto:help@example.org" }));
    await renderScreen(dashboardScreen, { user: aUser() });
    const notice = within(await screen.findByRole("region", { name: "Your balance is empty" }));
    expect(notice.getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/panel/topup");
    expect(await notice.findByRole("link", { name: "Contact help@example.org" })).toHaveAttribute(
      "href",
      "mailto:help@example.org",
    );
  });

  it("gets no link that would run a script", async () => {
    answer(getOwnUsageSeries, aSeries());
    answer(getSelf, aSelf({ quota: 0 }));
    answer(getStatus, aSiteInfo({ support_contact: "javascript:alert(1)" }));
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByRole("region", { name: "Your balance is empty" })).toBeVisible();
    expect(screen.queryByRole("link", { name: /Contact/ })).not.toBeInTheDocument();
  });
});

describe("the remaining balance", () => {
  it("is shown in days at last week's rate of spending", async () => {
    answer(getBurnRate, { balance: 6_250_000, last_7_days: 3_640_000, per_day: 520_000, days_left: 12 });
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("Lasts about 12 days")).toBeInTheDocument();
    expect(screen.getByText("$1.04 per day on average, last 7 days")).toBeInTheDocument();
  });

  it("is not estimated while nothing is spent", async () => {
    const calls = answer(getBurnRate, { balance: 6_250_000, last_7_days: 0, per_day: 0, days_left: null });
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/^Lasts/)).not.toBeInTheDocument();
  });

  it("is shown with each token's spending, which links to its calls", async () => {
    answer(getOwnUsageSeries, ({ query }) =>
      query["by"] === "token"
        ? aSeries([
            aGroup("3", [aDay()], { label: "IDE", owner_name: "ada" }),
            aGroup("9", [aDay()], { label: "Old laptop", owner_name: "ada", deleted: true }),
          ])
        : aWeek(aDay()),
    );
    await renderScreen(dashboardScreen, { user: aUser() });
    const tokens = within(await screen.findByRole("table", { name: "Spend by token" }));
    const link = await tokens.findByRole("link", { name: "IDE" });
    expect(link).toHaveAttribute("href", expect.stringContaining("token_id=3"));
    expect(tokens.getByText("Old laptop (deleted)")).toBeInTheDocument();
  });
});

describe("the dashboard of an administrator", () => {
  beforeEach(() => {
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getChecklist, { ...openSteps, has_price: true, has_token: true, has_request: true });
    answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
  });

  it("shows everyone's usage, and the user's own after a switch that the address keeps", async () => {
    answer(getUsageSeries, aSeries([aGroup("gpt-5", [aDay()])]));
    answer(getOwnUsageSeries, aSeries([aGroup("my-model", [aDay()])]));
    const { person, location } = await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findAllByText("gpt-5")).not.toHaveLength(0);
    await person.click(screen.getByText("Mine"));
    expect(await screen.findAllByText("my-model")).not.toHaveLength(0);
    expect(screen.queryByText("Gateway")).not.toBeInTheDocument();
    expect(location()).toBe("/panel/dashboard?view=mine");
  });

  it("shows the gateway's state in a word, and why", async () => {
    const strip = { type: 1, enabled: true, successes: Array(12).fill(0), errors: Array(12).fill(1) };
    answer(
      getPulse,
      aPulse(
        {
          total_p95: 2000,
          channels: {
            start: aMidnight,
            span: 300,
            count: 12,
            states: { failing: 1, degraded: 0, healthy: 2, idle: 0 },
            strips: [{ ...strip, id: 4, name: "Azure East", state: "failing" }],
          },
        },
        { requests: 40, failed: 3, cut: 1, quota: 600_000, timed_requests: 40, response_time: 40_000 },
      ),
    );
    await renderScreen(dashboardScreen, { user: anAdmin() });
    const pulse = within(await screen.findByRole("region", { name: "Gateway" }));
    expect(await pulse.findByText("Degraded")).toBeInTheDocument();
    expect(pulse.getByText("1 channel is failing · 10% of requests failed")).toBeInTheDocument();
    expect(pulse.getByRole("button", { name: /^Errors/ })).toHaveTextContent("10%4 requests");
    expect(pulse.getByRole("button", { name: /^p95 latency/ })).toHaveTextContent("2.0 s");
    expect(pulse.getByRole("button", { name: /^Spend/ })).toHaveTextContent("$1.20$0.02 per minute");
    const channel = pulse.getByRole("link", { name: /^Azure East ?Failing/ });
    expect(channel).toHaveAccessibleDescription("0 succeeded, 12 failed");
    expect(channel).toHaveAttribute("href", expect.stringContaining("channel_id=4"));
  });

  it("has a table behind the minutes, whose errors link to the failed calls", async () => {
    answer(getPulse, aPulse({}, { requests: 7, failed: 2 }));
    const { person } = await renderScreen(dashboardScreen, { user: anAdmin() });
    await person.click(await screen.findByRole("button", { name: "Requests: show as table" }));
    const table = screen.getByRole("table", { name: "Requests" });
    const newest = within(table).getAllByRole("row")[1] as HTMLElement;
    expect(
      within(newest)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["7", "5", "2"]);
    const failed = within(newest).getByRole("link", { name: "2" });
    const start = aMidnight + 59 * 60;
    expect(failed).toHaveAttribute(
      "href",
      `/panel/log?log_type=2&range=custom&start=${start}&end=${start + 59}&outcome=failed`,
    );
  });

  it("shows that there were no calls, and that the pulse cannot be read", async () => {
    const { queryClient } = await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findByText("No traffic")).toBeInTheDocument();
    expect(screen.getByText("No requests in the last hour")).toBeInTheDocument();
    reject(getPulse, "server.internal");
    await queryClient.refetchQueries({ queryKey: ["pulse"] });
    expect(await screen.findByText(/^Last updated/)).toBeInTheDocument();
  });
});

import { roles } from "@tollgate/contract/access";
import { type DashboardRow, getChecklist, getDashboard, getUncollected } from "@tollgate/contract/dashboard";
import { listOwnLogs, type LogRow } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { listTokens, revealTokenKey, type Token, tokenForm } from "@tollgate/contract/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getReconciliation, type Reconciliation, runReconciliation } from "@tollgate/contract/reconciliation";
import { answer, hold, refuse } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aSelf, aSiteInfo, aUser, noBudget } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { dashboardScreen } from "./screen";
import { lastSevenDays } from "./summarize-usage";

const days = lastSevenDays(new Date());

function aRow(part: Partial<DashboardRow> = {}): DashboardRow {
  return {
    Date: days[6] ?? "",
    ModelName: "gpt-5",
    RequestCount: 1200,
    Quota: 750_000,
    PromptTokens: 90_000,
    CompletionTokens: 10_000,
    RequestTime: 1_800_000,
    TimedCount: 1200,
    ...part,
  };
}

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
});

describe("dashboard page", () => {
  it("shows today's numbers, yesterday's, the models and the balance", async () => {
    const calls = answer(getDashboard, [
      aRow(),
      aRow({ Date: days[5] ?? "", RequestCount: 1000, Quota: 1_000_000 }),
    ]);
    answer(getSelf, aSelf({ quota: 6_250_000 }));
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("1,200")).toBeInTheDocument();
    expect(screen.getByText("Yesterday 1,000")).toBeInTheDocument();
    expect(screen.getByText("$1.50")).toBeInTheDocument();
    expect(screen.getByText("Yesterday $2.00")).toBeInTheDocument();
    expect(screen.getByText("100.0k")).toBeInTheDocument();
    expect(screen.getByText("$12.50")).toBeInTheDocument();
    const models = screen.getByRole("table", { name: "Models" });
    expect(within(models).getByText("gpt-5")).toBeInTheDocument();
    expect(within(models).getByText("$3.50")).toBeInTheDocument();
    expect(calls[0]?.query["offset"]).toBe(String(-new Date().getTimezoneOffset() + 0));
  });

  it("tells every shortened amount exactly on hover", async () => {
    answer(getDashboard, [aRow(), aRow({ Date: days[5] ?? "", RequestCount: 1000, Quota: 1_000_001 })]);
    answer(getSelf, aSelf({ quota: 6_250_001, used_quota: 123_457 }));
    await renderScreen(dashboardScreen, { user: aUser() });
    const [tokens] = await screen.findAllByLabelText("100,000");
    expect(tokens).toHaveTextContent("100.0k");
    expect(screen.getByLabelText("$2.000002 (1,000,001)")).toHaveTextContent("Yesterday $2.00");
    expect(await screen.findByLabelText("$12.500002 (6,250,001)")).toHaveTextContent("$12.50");
    expect(screen.getByLabelText("$0.246914 (123,457)")).toHaveTextContent("$0.25 used so far");
  });

  it("says so where there was no usage", async () => {
    answer(getDashboard, []);
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("No usage in the last seven days")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("shows places to come while it loads", async () => {
    const release = hold(getDashboard, []);
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(screen.getByRole("table", { name: "Models" })).toHaveAttribute("aria-busy", "true");
    release();
  });

  it("says once why it failed and tries again", async () => {
    refuse(getDashboard, "server.internal");
    const { person } = await renderScreen(dashboardScreen, { user: aUser() });
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getAllByText(/Something went wrong on the server/)).toHaveLength(1);
    answer(getDashboard, []);
    await person.click(retry);
    expect(await screen.findByText("No usage in the last seven days")).toBeInTheDocument();
  });

  it("shows administrators what of the books disagrees until a check finds nothing", async () => {
    answer(getDashboard, [aRow()]);
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
    expect(await screen.findByText("The books disagree in 2 places")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Show differences" }));
    const panel = screen.getByRole("dialog", { name: "Differences in the books" });
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
    await waitFor(() => expect(screen.queryByText(/The books disagree/)).not.toBeInTheDocument());
  });

  it("leads a first administrator through what is left", async () => {
    answer(getDashboard, []);
    answer(getChecklist, openSteps);
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findByText("1 of 4 done")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Add channel" })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Set prices" })).toHaveAttribute("href", "/panel/pricing");
    expect(
      screen.getByText("4 models have no price and are refused: glm-6, kimi-k4, my-model, …"),
    ).toBeInTheDocument();
  });

  it("shows no list of steps once all are done, and never to users", async () => {
    answer(getDashboard, []);
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
    const asked = answer(getChecklist, {
      has_channel: true,
      has_price: true,
      has_token: true,
      has_request: true,
      unpriced_count: 0,
      unpriced_models: [],
    });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    await waitFor(() => expect(asked).toHaveLength(1));
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Get started")).not.toBeInTheDocument();
  });

  it("does not ask for the steps on behalf of a user", async () => {
    answer(getDashboard, []);
    const asked = answer(getChecklist, openSteps);
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    expect(asked).toHaveLength(0);
  });

  it("tells administrators what no balance covered", async () => {
    answer(getDashboard, []);
    answer(getChecklist, openSteps);
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUncollected, { last_30_days: 750_000, last_30_days_calls: 1200, all_time: 5_000_000 });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    expect(await screen.findByLabelText("$1.500000 (750,000)")).toHaveTextContent("$1.50");
    expect(screen.getByText("Uncollected in the last 30 days")).toBeInTheDocument();
    expect(screen.getByText("1,200 requests · $10.00 all time")).toBeInTheDocument();
  });

  it("neither shows nor asks for that on behalf of a user", async () => {
    answer(getDashboard, []);
    const asked = answer(getUncollected, { last_30_days: 1, last_30_days_calls: 1, all_time: 1 });
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Uncollected in the last 30 days")).not.toBeInTheDocument();
    expect(asked).toHaveLength(0);
  });

  it("shows administrators nothing of it while everything was collected", async () => {
    answer(getDashboard, []);
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getChecklist, {
      has_channel: true,
      has_price: true,
      has_token: true,
      has_request: true,
      unpriced_count: 0,
      unpriced_models: [],
    });
    const asked = answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
    await renderScreen(dashboardScreen, { user: anAdmin() });
    await waitFor(() => expect(asked).toHaveLength(1));
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Uncollected in the last 30 days")).not.toBeInTheDocument();
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

  it("lead from a token over an example with a model that can be called to the row of the log", async () => {
    answer(getDashboard, []);
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
    expect(screen.getByText("sandbox-small answered for $0.000078.")).toBeInTheDocument();
    await person.click(screen.getByRole("link", { name: "Show logs" }));
    expect(location()).toBe("/panel/log");
    expect(window.localStorage.getItem("firstSteps")).toBeNull();
  });

  it("count a refused call for no first one", async () => {
    answer(getDashboard, []);
    answer(getSelf, aSelf({ request_count: 0 }));
    answer(listOwnLogs, aLogPage([aLogRow("refused")]));
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("0 of 3 done")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Create token" })).toHaveAttribute("href", "/panel/token");
  });

  it("bring the cards up to date with the first answered call, also after a refused one", async () => {
    const usage = answer(getDashboard, [aRow({ RequestCount: 1, Quota: 0 })]);
    answer(getSelf, aSelf({ request_count: 0 }));
    answer(listTokens, aPage([token]));
    answer(listOwnLogs, aLogPage([aLogRow("refused")]));
    const { queryClient } = await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("1 of 3 done")).toBeInTheDocument();
    expect(usage).toHaveLength(1);
    const later = answer(getDashboard, [aRow({ RequestCount: 2, Quota: 39 })]);
    const self = answer(getSelf, aSelf({ request_count: 1 }));
    answer(listOwnLogs, aLogPage([aLogRow("completed")]));
    await queryClient.refetchQueries({ queryKey: ["dashboard", "first-log"] });
    await waitFor(() => expect([later.length, self.length]).toEqual([1, 1]));
  });

  it("are not shown to accounts that are in use", async () => {
    answer(getDashboard, []);
    await renderScreen(dashboardScreen, { user: aUser() });
    await screen.findByText("No usage in the last seven days");
    expect(screen.queryByText("Get started")).not.toBeInTheDocument();
  });
});

describe("a user without balance", () => {
  it("is led to the top-up page by the first of the steps", async () => {
    answer(getDashboard, []);
    answer(getSelf, aSelf({ quota: 0, request_count: 0 }));
    answer(listTokens, aPage([]));
    answer(listOwnLogs, { ...aPage([]), searched_to: 0 });
    await renderScreen(dashboardScreen, { user: aUser() });
    const step = (await screen.findByText("Add balance")).closest("li") as HTMLElement;
    expect(within(step).getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/panel/topup");
  });

  it("sees that the balance is low before it is empty, and what is not settled", async () => {
    answer(getDashboard, []);
    answer(getSelf, aSelf({ quota: 200_000, low_balance: true, uncollected: 210_000 }));
    await renderScreen(dashboardScreen, { user: aUser() });
    const notice = within(await screen.findByRole("region", { name: "Your balance is low" }));
    expect(notice.getByText(/^\$0\.40 is left\./)).toBeInTheDocument();
    expect(screen.getByText("$0.42 not settled")).toBeInTheDocument();
  });

  it("is led to the top-up page, and to the operator's contact where there is one", async () => {
    answer(getDashboard, []);
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

  it("is led to no address that would run a script", async () => {
    answer(getDashboard, []);
    answer(getSelf, aSelf({ quota: 0 }));
    answer(getStatus, aSiteInfo({ support_contact: "javascript:alert(1)" }));
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByRole("region", { name: "Your balance is empty" })).toBeVisible();
    expect(screen.queryByRole("link", { name: /Contact/ })).not.toBeInTheDocument();
  });
});

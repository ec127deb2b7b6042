import { roles } from "@tollgate/contract/access";
import { type DashboardRow, getChecklist, getDashboard, getUncollected } from "@tollgate/contract/dashboard";
import { getSelf } from "@tollgate/contract/profile";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer, hold, refuse } from "../../../test/api-mock";
import { anAdmin, aSelf, aUser } from "../../../test/builders";
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
    ...part,
  };
}

const openSteps = {
  has_channel: true,
  has_price: false,
  has_token: false,
  has_request: false,
  unpriced_count: 4,
  unpriced_models: ["glm-6", "kimi-k4", "my-model"],
};

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

  it("leads a first administrator through what is left", async () => {
    answer(getDashboard, []);
    answer(getChecklist, openSteps);
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
});

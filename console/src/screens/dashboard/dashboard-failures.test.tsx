import { roles } from "@tollgate/contract/access";
import { getGrowth, getOwnUsageSeries, getSiteOverview, getUsageSeries } from "@tollgate/contract/analytics";
import { getChecklist, getUncollected } from "@tollgate/contract/dashboard";
import { getSelf } from "@tollgate/contract/profile";
import { getReconciliation } from "@tollgate/contract/reconciliation";
import { listTokens, type Token } from "@tollgate/contract/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aGroup, aGrowth, anOverview, aSeries } from "../../../test/a-usage";
import { answerDashboard } from "../../../test/answer-dashboard";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aSelf, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { dashboardScreen } from "./screen";

const usage = () => aSeries([aGroup("gpt-5", [{ requests: 3, quota: 750_000 }])]);

beforeEach(() => {
  answer(listTokens, aPage<Token>([]));
  answerDashboard();
  answer(getChecklist, {
    has_channel: true,
    has_price: true,
    has_token: true,
    has_request: true,
    unpriced_count: 0,
    unpriced_models: [],
  });
  answer(getUncollected, { last_30_days: 0, last_30_days_calls: 0, all_time: 0 });
  const books = { checked_at: aMoment, milliseconds: 1, users: 1, orders: 0, more: false, differences: [] };
  answer(getReconciliation, books);
});

describe("a failure on the dashboard", () => {
  it("is shown in its own card, and requested alone again", async () => {
    answer(getSelf, aSelf({ role: roles.admin }));
    answer(getUsageSeries, usage());
    reject(getGrowth, "server.internal");
    const { person } = await renderScreen(dashboardScreen, { user: anAdmin() });
    const money = await screen.findByRole("region", { name: "Revenue, last 7 days" });
    expect(await within(money).findByRole("alert")).toHaveTextContent("Could not be loaded");
    const overviews = answer(getSiteOverview, anOverview());
    answer(getGrowth, aGrowth());
    await person.click(within(money).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    expect(overviews).toHaveLength(0);
  });

  it("of tokens and balance is shown beside what could be loaded", async () => {
    answer(getOwnUsageSeries, ({ query }) => {
      if (query["by"] === "token") throw new Error("no tokens");
      return usage();
    });
    reject(getSelf, "server.internal");
    await renderScreen(dashboardScreen, { user: aUser() });
    expect(await screen.findByText("The balance could not be loaded")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Spend by token" })).toBeInTheDocument();
    expect(await screen.findAllByRole("button", { name: "Try again" })).toHaveLength(2);
    expect(screen.getAllByText("gpt-5")).not.toHaveLength(0);
  });
});

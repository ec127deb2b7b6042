import {
  getGrowth,
  getSiteOverview,
  getUsageSeries,
  getUsageTotals,
  type UsageSeries,
} from "@tollgate/contract/analytics";
import { listUsers } from "@tollgate/contract/users";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  aGroup,
  aGrowth,
  aMidnight,
  anOverview,
  aSeries,
  someFigures,
  someTotals,
} from "../../../test/a-usage";
import { answer, hold, reject, unreachable } from "../../../test/api-mock";
import { anAdmin, aUserRow } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { analyticsScreen } from "./screen";

const calls = { requests: 40, failed: 3, cut: 1, prompt_tokens: 900, completion_tokens: 100 };
const timed = { timed_requests: 40, response_time: 80_000, streams: 10, first_token_time: 5000 };

function aWeek(): UsageSeries {
  return aSeries([
    aGroup("gpt-5", [
      { ...calls, ...timed, quota: 1_000_000 },
      { ...calls, quota: 500_000 },
    ]),
    aGroup("old-model", [{ requests: 2, quota: 500_000 }], { deleted: true }),
  ]);
}

beforeEach(() => {
  answer(listUsers, { data: [], page: 1, size: 20, total_count: 0 });
  answer(getUsageSeries, aWeek());
  answer(getUsageTotals, someTotals({ current: aWeek().total }));
  answer(getGrowth, aGrowth());
  answer(getSiteOverview, anOverview());
});

const open = (query = "?by=model") =>
  renderScreen(analyticsScreen, { user: anAdmin(), url: `/panel/analytics${query}` });

/** The card with a chart, by its title. */
const cardOf = (title: string) =>
  screen.getByRole("heading", { name: title }).closest("section") as HTMLElement;

describe("analytics page", () => {
  it("shows the site as it is now", async () => {
    answer(
      getSiteOverview,
      anOverview({
        spending: { quota: 5_000_000, balance: 1_000_000 },
        users: { total: 12, direct: 9, invited: 3 },
        channels: { enabled: 5, disabled: 1, disabled_automatically: 2 },
        recharge: {
          redeemed: 500_000,
          ordered: 1_500_000,
          paid: [
            { currency: "USD", amount: 20, orders: 2 },
            { currency: "CNY", amount: 66.4, orders: 1 },
          ],
        },
        codes: { issued: 10, issued_quota: 0, redeemed: 4, redeemed_quota: 0 },
      }),
    );
    await open();
    const site = await screen.findByRole("region", { name: "Site overview" });
    await waitFor(() => expect(site).toHaveTextContent("Total spend$10.00$2.00 in user balances"));
    expect(site).toHaveTextContent("Users129 direct · 3 invited");
    expect(site).toHaveTextContent("Enabled channels51 disabled · 2 auto-disabled");
    expect(site).toHaveTextContent("Top-ups$4.00$20.00 + CN¥66.40 paid4 of 10 codes redeemed");
  });

  it("shows each number of the period and its change", async () => {
    answer(
      getUsageTotals,
      someTotals({ current: aWeek().total, previous: someFigures({ quota: 1_600_000, requests: 100 }) }),
    );
    await open();
    await waitFor(() => expect(cardOf("Spend")).toHaveTextContent("$4.00↑25%"));
    expect(within(cardOf("Spend")).getByRole("img", { name: "Up by 25% from $3.20" })).toBeInTheDocument();
    expect(cardOf("Requests")).toHaveTextContent("82↓18%");
    expect(cardOf("Errors")).toHaveTextContent("8");
    expect(cardOf("Average latency")).toHaveTextContent("2.0 s");
    expect(cardOf("Average time to first token")).toHaveTextContent("500 ms");
  });

  it("shows all calls together where they are not grouped", async () => {
    const { total, values } = aWeek();
    answer(getUsageSeries, aSeries([], { total, values }));
    const { person } = await open("?by=none");
    await person.click(await screen.findByRole("button", { name: "Spend: show as table" }));
    const rows = within(screen.getByRole("table", { name: "Spend" })).getAllByRole("row");
    expect(rows[0]).toHaveTextContent("TimeAll");
    expect(rows.at(-1)).toHaveTextContent("Total$4.00");
  });

  it("does not compare with an incompletely counted period", async () => {
    const { previous_period } = someTotals();
    answer(
      getUsageTotals,
      someTotals({
        current: aWeek().total,
        previous: someFigures({ quota: 1 }),
        figures_begin: previous_period.start + 1,
      }),
    );
    await open();
    await waitFor(() => expect(cardOf("Spend")).toHaveTextContent("$4.00"));
    expect(within(cardOf("Spend")).queryByRole("img")).not.toBeInTheDocument();
  });

  it("has a table behind each chart, whose values link to their calls", async () => {
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Spend: show as table" }));
    const table = screen.getByRole("table", { name: "Spend" });
    const rows = within(table).getAllByRole("row");
    expect(rows).toHaveLength(1 + 7 + 1);
    expect(rows[0]).toHaveTextContent("TimeTotalgpt-5old-model (deleted)");
    expect(rows[1]).toHaveTextContent("Wed, Jun 3, 2026$2.00$1.00$1.00");
    expect(rows.at(-1)).toHaveTextContent("Total$4.00$3.00$1.00");
    const value = within(rows[1] as HTMLElement).getAllByRole("link", { name: "$1.00" })[0];
    expect(value).toHaveAttribute(
      "href",
      `/panel/log?log_type=2&range=custom&start=${aMidnight}&end=${aMidnight + 86_399}&model_name=gpt-5`,
    );
    await person.click(screen.getByRole("button", { name: "Spend: show as chart" }));
    expect(screen.queryByRole("table", { name: "Spend" })).not.toBeInTheDocument();
  });

  it("lists the groups with all their numbers, also deleted ones and the rest", async () => {
    const rest = aGroup("", [{ requests: 5, quota: 250_000 }]);
    answer(getUsageSeries, { ...aWeek(), other: { groups: 31, total: rest.total, values: rest.values } });
    await open();
    const table = within(await screen.findByRole("table", { name: "Breakdown by model" }));
    const link = await table.findByRole("link", { name: "gpt-5" });
    expect(link).toHaveAttribute("href", expect.stringContaining("model_name=gpt-5"));
    expect(table.getByText("old-model (deleted)")).toBeInTheDocument();
    expect(table.getByText("31 more")).toBeInTheDocument();
    expect(table.getByText("gpt-5").closest("tr")).toHaveTextContent("8010%1,800200");
  });

  it("keeps range and grouping in the address and requests them in the user's time zone", async () => {
    const queries = answer(getUsageSeries, aWeek());
    const { person, location } = await open("");
    await waitFor(() => expect(queries).toHaveLength(1));
    expect(queries[0]?.query).toMatchObject({
      range: "7d",
      by: "owner",
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    await person.click(screen.getByRole("button", { name: "30 days" }));
    await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ range: "30d", by: "owner" }));
    await person.click(screen.getByRole("combobox", { name: "Group by" }));
    await person.click(screen.getByRole("option", { name: "Channel" }));
    expect(location()).toBe("/panel/analytics?range=30d&by=channel");
    await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ range: "30d", by: "channel" }));
    const download = screen.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    expect(download).toContain("/api/analytics/export?range=30d");
    expect(download).toContain("by=channel");
  });

  it("filters everything by one user, and links to that user's calls", async () => {
    const queries = answer(getUsageSeries, aWeek());
    const totals = answer(getUsageTotals, someTotals({ current: aWeek().total }));
    const people = answer(listUsers, {
      data: [aUserRow({ username: "ada" })],
      page: 1,
      size: 20,
      total_count: 1,
    });
    const { person, location } = await open("?by=model");
    await person.type(await screen.findByRole("combobox", { name: "User" }), "ad");
    await waitFor(() => expect(people.at(-1)?.query).toMatchObject({ keyword: "ad" }));
    await person.click(await screen.findByRole("option", { name: /^ada/ }));
    expect(location()).toBe("/panel/analytics?by=model&username=ada");
    await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ by: "model", username: "ada" }));
    expect(totals.at(-1)?.query).toMatchObject({ username: "ada" });
    expect(screen.queryByRole("heading", { name: "New users" })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
      "href",
      expect.stringContaining("username=ada"),
    );
    const table = within(await screen.findByRole("table", { name: "Breakdown by model" }));
    expect(await table.findByRole("link", { name: "gpt-5" })).toHaveAttribute(
      "href",
      expect.stringContaining("username=ada"),
    );
    await person.click(screen.getByRole("combobox", { name: "Group by" }));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "No grouping",
      "Model",
      "Model owner",
      "Token",
    ]);
  });

  it("accepts any two days in order and not too far apart", async () => {
    const queries = answer(getUsageSeries, aWeek());
    const { person, location } = await open();
    await person.click(await screen.findByRole("button", { name: "Custom" }));
    const form = within(await screen.findByRole("presentation"));
    const type = async (label: string, day: string): Promise<void> => {
      await person.clear(form.getByRole("textbox", { name: label }));
      await person.click(form.getByRole("textbox", { name: label }));
      await person.paste(day);
    };
    await type("First day", "2016-01-01");
    await type("Last day", "2026-01-01");
    expect(form.getByText("Choose at most 366 days.")).toBeInTheDocument();
    expect(form.getByRole("button", { name: "Apply" })).toBeDisabled();
    await type("Last day", "2015-12-31");
    expect(form.getByText("The last day must not be before the first day.")).toBeInTheDocument();
    await type("Last day", "2016-02-29");
    await person.click(form.getByRole("button", { name: "Apply" }));
    expect(location()).toBe(
      "/panel/analytics?by=model&range=custom&first_day=2016-01-01&last_day=2016-02-29",
    );
    await waitFor(() =>
      expect(queries.at(-1)?.query).toMatchObject({
        range: "custom",
        first_day: "2016-01-01",
        last_day: "2016-02-29",
      }),
    );
  });

  it("shows a message where a period has nothing, whatever its address names", async () => {
    answer(getUsageSeries, aSeries());
    answer(getUsageTotals, someTotals());
    await open("?range=fortnight&by=weather");
    expect(await screen.findByText("No requests in this period")).toBeInTheDocument();
    expect(await screen.findByText("No paid orders in this period")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("shows what is wrong with a range in the address, and links back to the last week", async () => {
    const fields = [{ path: "last_day", code: "range.too_long", params: {}, message: "Too long." }];
    const rejected = reject(getUsageSeries, "request.invalid", { fields });
    reject(getUsageTotals, "request.invalid", { fields });
    reject(getGrowth, "request.invalid", { fields });
    const { person, location } = await open("?range=custom&first_day=2010-01-01&last_day=2020-02-01");
    expect(await screen.findByText("Choose at most 366 days.")).toBeInTheDocument();
    expect(rejected[0]?.query).toMatchObject({ first_day: "2010-01-01", last_day: "2020-02-01" });
    expect(screen.queryByText("New users")).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Show the last 7 days" }));
    expect(location()).toBe("/panel/analytics");
  });

  it("links from an unknown user in the address to all users", async () => {
    const problem = { path: "username", code: "figures.unknown_user", params: {}, message: "Unknown." };
    reject(getUsageSeries, "request.invalid", { fields: [problem] });
    reject(getUsageTotals, "request.invalid", { fields: [problem] });
    const { person, location } = await open("?username=unknown");
    await person.click(await screen.findByRole("button", { name: "Show all users" }));
    expect(location()).toBe("/panel/analytics");
  });

  it("shows new users, codes and orders", async () => {
    const one = [0, 0, 0, 0, 0, 0, 1];
    answer(
      getGrowth,
      aGrowth({
        registrations: {
          current: { direct: 3, invited: 1 },
          previous: { direct: 2, invited: 0 },
          direct: one.map((value) => 3 * value),
          invited: one,
        },
        redemptions: {
          current: { codes: 2, quota: 1_000_000, users: 1 },
          previous: { codes: 0, quota: 0, users: 0 },
          codes: one.map((value) => 2 * value),
          quota: one.map((value) => value * 1_000_000),
        },
        orders: {
          current: [
            {
              gateway_id: 1,
              gateway_name: "A",
              currency: "USD",
              orders: 1,
              amount: 10,
              refunded: 0,
              quota: 5_000_000,
            },
            {
              gateway_id: 2,
              gateway_name: "B",
              currency: "USD",
              orders: 1,
              amount: 5,
              refunded: 0,
              quota: 2_500_000,
            },
          ],
          previous: [],
          count: one,
          quota: one.map((value) => value * 7_500_000),
          amounts: [],
        },
      }),
    );
    await open();
    await waitFor(() => expect(cardOf("New users")).toHaveTextContent("4↑100%"));
    expect(cardOf("New users")).toHaveTextContent("DirectInvited");
    expect(cardOf("Redeemed codes")).toHaveTextContent("$2.002 codes · 1 user");
    expect(cardOf("Paid orders")).toHaveTextContent("$15.002 orders · $15.00 paid");
  });

  it("shows placeholders while it loads", async () => {
    const release = hold(getUsageSeries, aWeek());
    await open();
    expect(cardOf("Spend").querySelector("[aria-busy=true]")).not.toBeNull();
    release();
    expect(await screen.findAllByText("gpt-5")).not.toHaveLength(0);
  });

  it("shows each failure once, and retries", async () => {
    reject(getUsageSeries, "server.internal");
    unreachable(getGrowth);
    reject(getSiteOverview, "server.internal");
    const { person } = await open();
    await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(3));
    answer(getUsageSeries, aWeek());
    await person.click(screen.getAllByRole("button", { name: "Try again" })[1] as HTMLElement);
    expect(await screen.findAllByText("gpt-5")).not.toHaveLength(0);
    expect(screen.getAllByRole("alert")).toHaveLength(2);
  });
});

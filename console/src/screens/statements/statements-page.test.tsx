import { roles } from "@tollgate/contract/access";
import { getSelf } from "@tollgate/contract/profile";
import { getStatement, getUserStatement, type Statement } from "@tollgate/contract/statements";
import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { anAdmin, aSelf, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { monthsBack } from "./months";
import { statementsScreen } from "./screen";

const october: Statement = {
  user_id: 7,
  username: "ada",
  display_name: "Ada Lovelace",
  month: "2025-10",
  first_month: "2025-09",
  from: Date.UTC(2025, 9) / 1000,
  until: Date.UTC(2025, 10) / 1000,
  complete: true,
  opening: 2_450_001,
  changes: [{ kind: "topup", amount: 5_000_000, count: 1 }],
  entries: [
    {
      created_at: Date.UTC(2025, 9, 31, 23, 59) / 1000,
      kind: "topup",
      amount: 5_000_000,
      remark: "Order 12",
    },
  ],
  more_entries: false,
  usage: [
    { model_name: "gpt-5", request_count: 1200, quota: 700_000, prompt_tokens: 90_000, completion_tokens: 4 },
    { model_name: "", request_count: 2, quota: 1, prompt_tokens: 0, completion_tokens: 0 },
  ],
  used: 700_001,
  closing: 6_750_000,
  uncollected: 0,
};

describe("statements", () => {
  it("show exact amounts that add up, with dates in UTC", async () => {
    const calls = answer(getStatement, october);
    await renderScreen(statementsScreen, { user: aUser(), url: "/panel/statement?month=2025-10" });
    const summary = await screen.findByRole("table", { name: "Summary" });
    const lines = within(summary)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(lines).toEqual([
      "Opening balance$4.900002",
      "Top-ups (1)$10.000000",
      "Usage-$1.400002",
      "Closing balance$13.500000",
    ]);
    const usage = screen.getByRole("table", { name: "Usage by model" });
    expect(within(usage).getAllByRole("row").at(-1)).toHaveTextContent("Total1,20290,0004$1.400002");
    expect(screen.getByRole("table", { name: "Balance changes" })).toHaveTextContent("2025-10-31");
    expect(screen.getByText("2025-10-01 – 2025-10-31")).toBeInTheDocument();
    expect(calls[0]?.query).toEqual({ month: "2025-10" });
  });

  it("link to the previous month and are printed by the browser", async () => {
    const calls = answer(getStatement, october);
    const { person, location } = await renderScreen(statementsScreen, {
      user: aUser(),
      url: "/panel/statement?month=2025-10",
    });
    await person.click(await screen.findByRole("button", { name: "Previous month" }));
    expect(location()).toBe("/panel/statement?month=2025-09");
    expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
    await vi.waitFor(() => expect(calls.at(-1)?.query).toEqual({ month: "2025-09" }));
    const print = vi.spyOn(window, "print").mockImplementation(() => {});
    await person.click(screen.getByRole("button", { name: "Print or save as PDF" }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it("show another account to administrators only", async () => {
    answer(getSelf, aSelf({ role: roles.admin }));
    const calls = answer(getUserStatement, october);
    const url = "/panel/statement?month=2025-10&user=7";
    await renderScreen(statementsScreen, { user: anAdmin(), url });
    expect(await screen.findByText("Monthly credits and spending of the account ada.")).toBeInTheDocument();
    expect(calls[0]?.params["id"]).toBe("7");
  });

  it("show why they cannot be loaded", async () => {
    reject(getStatement, "server.internal");
    await renderScreen(statementsScreen, { user: aUser() });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });

  it("count months back over a year", () => {
    expect(monthsBack("2026-02", "2025-11")).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
    expect(monthsBack("2026-02", "2026-02")).toEqual(["2026-02"]);
  });
});

import { deleteOwnedToken, type OwnedToken, searchTokens } from "@tollgate/contract/admin-tokens";
import { getUserGroupMap } from "@tollgate/contract/groups";
import { listAvailableModels } from "@tollgate/contract/models";
import { getSelf } from "@tollgate/contract/profile";
import {
  createToken,
  getTokenSpending,
  listTokens,
  rotateTokenKey,
  type Token,
  updateToken,
} from "@tollgate/contract/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aSelf, aUser, noBudget } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { tokensScreen } from "./screen";
import { newTokenValues } from "./token-values";

function aToken(part: Partial<Token> = {}): Token {
  return {
    ...newTokenValues,
    id: 3,
    user_id: 7,
    name: "ci",
    key: "sk-…wxyz",
    status: 1,
    created_time: aMoment,
    accessed_time: 0,
    used_quota: 1_000_000,
    ...noBudget,
    old_key_expires: 0,
    ...part,
  };
}

const weekly = {
  budget_period: "week",
  budget_quota: 2_500_000,
  budget_used: 2_250_000,
  budget_resets_at: Math.floor(Date.now() / 1000) + 2 * 86_400,
} as const;

const open = (url = "/panel/token", user = aUser()) => renderScreen(tokensScreen, { user, url });

beforeEach(() => {
  answer(getUserGroupMap, {});
  answer(listAvailableModels, {});
  answer(getSelf, aSelf());
  answer(listTokens, aPage([aToken()]));
  answer(getTokenSpending, { days: [], tokens: [] });
});

describe("the budget of a token", () => {
  it("requires an amount, and is sent with it", async () => {
    const calls = answer(createToken, aToken({ key: "sk-full" }));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Create token" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(dialog.getByRole("textbox", { name: /^Name/ }), "ci");
    await person.click(dialog.getByRole("combobox", { name: "Budget" }));
    await person.click(await screen.findByRole("option", { name: "Per week" }));
    expect(dialog.getByText("Resets every Monday at 00:00 UTC.")).toBeInTheDocument();
    await person.click(dialog.getByRole("button", { name: "Create token" }));
    expect(await dialog.findByText("Enter the budget for each period.")).toBeInTheDocument();
    const amount = dialog.getByRole("textbox", { name: /^Budget amount/ });
    await person.clear(amount);
    await person.type(amount, "5");
    await person.click(dialog.getByRole("button", { name: "Create token" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ budget_period: "week", budget_quota: 2_500_000 });
  });

  it("sends no amount once it is removed", async () => {
    answer(listTokens, aPage([aToken(weekly)]));
    const calls = answer(updateToken, aToken());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "ci" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.click(dialog.getByRole("combobox", { name: "Budget" }));
    await person.click(await screen.findByRole("option", { name: "No budget" }));
    await person.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ budget_period: "none", budget_quota: 0 });
  });

  it("is shown in the list with its spending, beside a sparkline of the last days", async () => {
    answer(listTokens, aPage([aToken(weekly)]));
    answer(getTokenSpending, { days: [1, 2], tokens: [{ id: 3, quota: [500_000, 250_000] }] });
    await open();
    const meter = await screen.findByRole("progressbar", { name: /\$4\.50 of \$5\.00 per week spent\./ });
    expect(meter).toHaveAttribute("aria-valuenow", "90");
    expect(await screen.findByRole("img", { name: "$1.50 in 30 days, $0.50 today" })).toBeInTheDocument();
  });
});

describe("rotating a key", () => {
  const openDialog = async () => {
    const app = await open();
    await app.person.click(await screen.findByRole("button", { name: /More actions/ }));
    await app.person.click(await screen.findByRole("menuitem", { name: "Rotate key" }));
    return app;
  };

  it("prompts for how long the previous key stays valid, and shows the new one", async () => {
    const until = Math.floor(Date.now() / 1000) + 86_400;
    const calls = answer(rotateTokenKey, aToken({ key: "sk-brand-new", old_key_expires: until }));
    const { person } = await openDialog();
    await person.click(screen.getByRole("combobox", { name: "Previous key stays valid" }));
    await person.click(await screen.findByRole("option", { name: "For 24 hours" }));
    await person.click(screen.getByRole("button", { name: "Rotate key" }));
    expect(await screen.findByRole("heading", { name: "New key of ci" })).toBeInTheDocument();
    expect(screen.getByText(/The previous key works until/)).toBeInTheDocument();
    expect(screen.getAllByText(/sk-brand-new/).length).toBeGreaterThan(0);
    expect(calls[0]?.body).toEqual({ grace_minutes: 1440 });
  });

  it("shows that the key of an earlier rotation ends, and why a rotation was rejected", async () => {
    answer(listTokens, aPage([aToken({ old_key_expires: Math.floor(Date.now() / 1000) + 7200 })]));
    reject(rotateTokenKey, "token.key_changed");
    const { person } = await openDialog();
    expect(screen.getByText(/An older key, valid until/)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Rotate key" }));
    expect(await screen.findByText(/was just replaced/)).toBeInTheDocument();
  });
});

describe("tokens of all users", () => {
  const owned: OwnedToken = { ...aToken({ name: "laptop" }), owner_name: "ada" };

  it("are shown to administrators alone", async () => {
    await open("/panel/token?view=all");
    expect(await screen.findByRole("button", { name: "ci" })).toBeInTheDocument();
    expect(screen.queryByRole("tab", { name: "All users" })).not.toBeInTheDocument();
  });

  it("show their owner, never put a searched key in the address, and can be deleted", async () => {
    const searches = answer(searchTokens, aPage([owned]));
    const deleted = answer(deleteOwnedToken, null);
    const { person } = await open("/panel/token", anAdmin());
    await person.click(await screen.findByRole("tab", { name: "All users" }));
    expect(await screen.findByRole("link", { name: "ada" })).toHaveAttribute("href", "/panel/user?keyword=7");
    await person.click(screen.getByRole("searchbox"));
    await person.paste("sk-0123456789abcdefWXYZ");
    await waitFor(() => expect(searches.at(-1)?.query).toMatchObject({ keyword: "WXYZ" }));
    await person.click(screen.getByRole("button", { name: /More actions/ }));
    await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/Programs of ada that use this key/)).toBeInTheDocument();
    await person.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(deleted).toHaveLength(1));
  });
});

import { screen, within } from "@testing-library/react";
import {
  getOwnInviteSummary,
  type Invitee,
  type InviteSummary,
  listOwnInvitees,
} from "@tollgate/contract/invitations";
import { getInvitationCode } from "@tollgate/contract/registration";
import { describe, expect, it } from "vitest";
import { answer, unreachable } from "../../../test/api-mock";
import { aMoment, aPage, aUser } from "../../../test/builders";
import { renderApp } from "../../../test/render-app";
import { InviteCard } from "./invite-card";

const terms = {
  registration: 50_000,
  invitee: 100_000,
  top_up_quota: 0,
  top_up_percent: 2.5,
  top_up_max: 5_000_000,
  vesting_days: 7,
};
const noTerms = {
  registration: 0,
  invitee: 0,
  top_up_quota: 0,
  top_up_percent: 0,
  top_up_max: 0,
  vesting_days: 7,
};

function answerSummary(part: Partial<InviteSummary> = {}): void {
  answer(getInvitationCode, "Ab12Cd34");
  answer(getOwnInviteSummary, { invited: 0, earned: 0, pending: 0, terms, ...part });
}
const open = () => renderApp(<InviteCard />, { user: aUser() });

describe("the invitation card", () => {
  it("shows the link to copy, and both rewards with their dates and limits", async () => {
    answerSummary();
    const { person } = await open();
    const link = "https://gateway.example.com/register?aff=Ab12Cd34";
    expect(await screen.findByText(link)).toBeVisible();
    const list = await screen.findByRole("list", { name: "Rewards" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "You get $0.10 for each friend who registers.",
      "You get 2.5% of each friend's first top-up.",
      "At most $10.00 per friend.",
      "Your friend gets $0.20.",
      "Rewards are paid after 7 days.",
    ]);
    await person.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(screen.queryByRole("list", { name: "Invited friends" })).toBeNull();
  });

  it("shows what was earned and is pending, and each guest with the rewards", async () => {
    answerSummary({ invited: 11, earned: 150_000, pending: 250_000 });
    const guest: Invitee = {
      name: "a•••a",
      created_time: aMoment,
      rewards: [
        { kind: "registration", quota: 50_000, status: "paid", due_time: aMoment },
        { kind: "first_top_up", quota: 250_000, status: "pending", due_time: aMoment },
      ],
    };
    const calls = answer(listOwnInvitees, ({ query }) =>
      aPage(query["page"] === "1" ? [guest, { ...guest, name: "b•••b", rewards: [] }] : [], {
        page: Number(query["page"]),
        total_count: 11,
      }),
    );
    const { person } = await open();
    const list = await screen.findByRole("list", { name: "Invited friends" });
    const [first, second] = within(list).getAllByRole("listitem");
    expect(first).toHaveTextContent(/a•••a.*Registration · paid\+\$0\.10First top-up · due .*\$0\.50/);
    expect(second).toHaveTextContent("No reward");
    expect(screen.getByText("$0.30")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Page 2 of 2")).toBeVisible();
    expect(calls.map(({ query }) => query["page"])).toEqual(["1", "2"]);
  });

  it("shows that invitations are not rewarded where nothing is set", async () => {
    answerSummary({ terms: noTerms });
    await open();
    expect(await screen.findByText(/Invitations have no reward/)).toBeVisible();
  });

  it("shows why it could not be loaded, and retries", async () => {
    answerSummary();
    unreachable(getOwnInviteSummary);
    const { person } = await open();
    const retry = await screen.findByRole("button", { name: "Try again" });
    answerSummary();
    await person.click(retry);
    expect(await screen.findByText(/for each friend who registers/)).toBeVisible();
  });
});

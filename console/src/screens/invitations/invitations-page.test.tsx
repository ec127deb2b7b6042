import { screen, within } from "@testing-library/react";
import {
  getInviteTotals,
  type Inviter,
  type InviterInvitee,
  listInvitees,
  listInviters,
} from "@tollgate/contract/invitations";
import { describe, expect, it } from "vitest";
import { answer } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { invitationsScreen } from "./screen";

const ada: Inviter = {
  user_id: 7,
  username: "ada",
  invited: 2,
  earned: 50_000,
  pending: 250_000,
  cancelled: 0,
};
const guest: InviterInvitee = {
  user_id: 8,
  username: "alba",
  created_time: aMoment,
  rewards: [
    {
      id: 1,
      kind: "first_top_up",
      quota: 250_000,
      status: "cancelled",
      reason: "refund",
      order_id: 3,
      due_time: aMoment,
      settled_time: aMoment,
    },
  ],
};
const open = () => renderScreen(invitationsScreen, { user: anAdmin() });

describe("invitations", () => {
  it("show the totals and every inviter, the highest rewards first", async () => {
    answer(getInviteTotals, {
      inviters: 1,
      invited: 2,
      earned: 50_000,
      pending: 250_000,
      cancelled: 5_000_000,
    });
    const calls = answer(listInviters, aPage([ada]));
    await open();
    const row = (await screen.findByText("ada")).closest("tr") as HTMLElement;
    expect(within(row).getByText("$0.10")).toBeVisible();
    expect(within(row).getByText("$0.50")).toBeVisible();
    expect(await screen.findByText("$10.00")).toBeVisible();
    expect(calls[0]?.query["order"]).toBe("-earned");
  });

  it("open an inviter's invitees, with the status of each reward and why", async () => {
    answer(listInviters, aPage([ada]));
    const calls = answer(
      listInvitees,
      aPage([guest, { ...guest, user_id: 9, username: "bea", rewards: [] }]),
    );
    // After the path with an id, which would match this one too.
    answer(getInviteTotals, { inviters: 1, invited: 2, earned: 0, pending: 0, cancelled: 0 });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "ada" }));
    const panel = await screen.findByRole("dialog");
    expect(await within(panel).findByRole("link", { name: "alba" })).toHaveAttribute(
      "href",
      "/panel/user?keyword=8",
    );
    expect(within(panel).getByText("First top-up · top-up refunded")).toBeVisible();
    expect(within(panel).getByText("No reward")).toBeVisible();
    expect(calls[0]?.params).toMatchObject({ id: "7" });
  });

  it("explain themselves while there are none", async () => {
    answer(getInviteTotals, { inviters: 0, invited: 0, earned: 0, pending: 0, cancelled: 0 });
    answer(listInviters, aPage<Inviter>([]));
    await open();
    expect(await screen.findByText("No invitations yet")).toBeVisible();
  });
});

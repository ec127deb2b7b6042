import {
  createUserGroup,
  deleteUserGroup,
  getGroupRatios,
  listUserGroups,
  setGroupRatios,
  type UsedGroup,
} from "@tollgate/contract/groups";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { newGroupValues } from "./group-values";
import { userGroupsScreen } from "./screen";

function aGroup(part: Partial<UsedGroup> = {}): UsedGroup {
  return {
    ...newGroupValues,
    id: 2,
    symbol: "vip",
    name: "VIP",
    enable: true,
    users: 0,
    tokens: 0,
    channels: 0,
    ...part,
  };
}

const open = () => renderScreen(userGroupsScreen, { user: anAdmin() });

describe("user groups", () => {
  it("show their ratio, their upgrade bounds, and who uses them", async () => {
    answer(
      listUserGroups,
      aPage([aGroup({ ratio: 0.85, promotion: true, min: 100, max: 500, users: 1, channels: 3 })]),
    );
    await open();
    const row = (await screen.findByText("VIP")).closest("tr") as HTMLElement;
    expect(within(row).getByText("× 0.85")).toBeVisible();
    expect(within(row).getByText("$100.00 – $500.00")).toBeVisible();
    expect(within(row).getByText("1 user · 3 channels")).toBeVisible();
  });

  it("keep the default group on", async () => {
    answer(listUserGroups, aPage([aGroup({ id: 1, symbol: "default", name: "Default" })]));
    await open();
    expect(await screen.findByRole("switch", { name: "Enable Default" })).toBeDisabled();
  });

  it("are created with an example price in view; hidden bounds are not sent", async () => {
    answer(listUserGroups, aPage([]));
    const calls = answer(createUserGroup, aGroup());
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add group" }))[0] as HTMLElement);
    const dialog = await screen.findByRole("dialog");
    await person.type(within(dialog).getByRole("textbox", { name: /Symbol/ }), "team");
    await person.type(within(dialog).getByRole("textbox", { name: /Name/ }), "Team");
    const ratio = within(dialog).getByRole("spinbutton", { name: /Ratio/ });
    await person.clear(ratio);
    await person.type(ratio, "0.5");
    expect(await within(dialog).findByText(/becomes \$1.00/)).toBeVisible();
    const upgrade = within(dialog).getByRole("switch", { name: /by top-ups/ });
    await person.click(upgrade);
    await person.type(within(dialog).getByRole("spinbutton", { name: "From" }), "9");
    await person.click(upgrade);
    await person.click(within(dialog).getByRole("button", { name: "Add group" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ symbol: "team", ratio: 0.5, promotion: false, min: 0, max: 0 });
  });

  it("show why a group cannot be deleted", async () => {
    answer(listUserGroups, aPage([aGroup()]));
    reject(deleteUserGroup, "group.in_use", { params: { symbol: "vip", users: 2, tokens: 0, channels: 1 } });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /More actions/ }));
    await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await person.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
    );
    expect(await screen.findByText(/still used by 2 users, 0 tokens and 1 channel\./)).toBeVisible();
  });

  it("are edited as one JSON text, which must be JSON of symbols and numbers", async () => {
    answer(listUserGroups, aPage([aGroup()]));
    answer(getGroupRatios, { default: 1, vip: 0.8 });
    const calls = answer(setGroupRatios, { default: 1, vip: 0.5 });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Edit as JSON" }));
    const dialog = await screen.findByRole("dialog");
    const field = await within(dialog).findByRole("textbox", { name: /Ratios/ });
    const type = async (text: string) => {
      await person.clear(field);
      await person.click(field);
      await person.paste(text);
      await person.click(within(dialog).getByRole("button", { name: "Save" }));
    };
    await type("{no json");
    expect(await within(dialog).findByText(/line 1, column 2/)).toBeVisible();
    await type("[1]");
    expect(await within(dialog).findByText(/Enter a JSON object/)).toBeVisible();
    await type('{"default": 1, "vip": -1}');
    expect(await within(dialog).findByText(/^vip: /)).toBeVisible();
    expect(calls).toHaveLength(0);
    await type('{"default": 1, "vip": 0.5}');
    await waitFor(() => expect(calls[0]?.body).toEqual({ ratios: { default: 1, vip: 0.5 } }));
  });
});

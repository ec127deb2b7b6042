import { listUserAudit } from "@tollgate/contract/audit";
import { listGroupSymbols } from "@tollgate/contract/groups";
import {
  changeUserQuota,
  createUser,
  deleteUser,
  editUsers,
  listUsers,
  manageUser,
  resetTwoFactor,
  updateUser,
} from "@tollgate/contract/users";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot, aUserRow } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
import { usersScreen } from "./screen";

const ada = aUserRow();
const grace = aUserRow({
  ...anAdmin(),
  second_factor: true,
  bindings: { ...ada.bindings, github: "ghopper" },
});
const root = aUserRow({ ...aRoot() });

const open = (user = aRoot(), url = "/panel/user") => renderScreen(usersScreen, { user, url });
const rowOf = async (name: string) =>
  (await screen.findByRole("button", { name })).closest("tr") as HTMLElement;

beforeEach(() => {
  answer(listGroupSymbols, ["default", "vip"]);
});

async function inMenu(person: Awaited<ReturnType<typeof open>>["person"], name: string, item: string) {
  await person.click(within(await rowOf(name)).getByRole("button", { name: /More actions/ }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

describe("the user list", () => {
  it("shows name, balance and sign-in methods of each user", async () => {
    answer(listUsers, aPage([ada, grace, root]));
    await open();
    const row = await rowOf("grace");
    expect(within(row).getByText("Grace Hopper")).toBeVisible();
    expect(within(row).getByText("ada@example.com")).toBeVisible();
    expect(within(row).getByText("Administrator")).toBeVisible();
    expect(within(row).getByText("$12.50")).toBeVisible();
    expect(within(row).getByText("128 requests")).toBeVisible();
    expect(within(row).getByRole("img", { name: "GitHub: ghopper" })).toBeVisible();
    expect(within(row).getByRole("img", { name: "Two-factor authentication on" })).toBeVisible();
  });

  it("searches and filters by its address", async () => {
    const calls = answer(listUsers, aPage([ada]));
    const { person, location } = await open(aRoot(), "/panel/user?role=10&group=vip");
    await rowOf("ada");
    expect(calls.at(-1)?.query).toMatchObject({ role: "10", group: "vip" });
    await person.type(screen.getByRole("searchbox"), "100%");
    await waitFor(() => expect(calls.at(-1)?.query["keyword"]).toBe("100%"));
    expect(location()).toContain("keyword=100%25");
  });

  it("offers an administrator nothing against peers and above", async () => {
    answer(listUsers, aPage([ada, aUserRow({ ...anAdmin({ id: 9, username: "peer" }) }), root]));
    await open(anAdmin());
    for (const name of ["peer", "root"]) {
      const row = await rowOf(name);
      expect(within(row).getByRole("switch")).toBeDisabled();
      expect(within(row).getByRole("button", { name: /Change balance/ })).toBeDisabled();
    }
    const row = await rowOf("ada");
    expect(within(row).getByRole("switch")).toBeEnabled();
  });

  it("disables a user immediately, and reverts when the server rejects it", async () => {
    answer(listUsers, aPage([ada]));
    const calls = reject(manageUser, "user.last_root");
    const { person } = await open();
    const toggle = within(await rowOf("ada")).getByRole("switch");
    await person.click(toggle);
    expect(await screen.findByText(/last super administrator/)).toBeVisible();
    expect(calls[0]?.body).toEqual({ id: 7, action: "disable" });
    await waitFor(() => expect(toggle).toBeChecked());
  });

  it("draws cards on phones", async () => {
    setViewport("phone");
    answer(listUsers, aPage([ada]));
    await open();
    expect(await screen.findByRole("button", { name: "ada" })).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("creating and changing", () => {
  it("creates a user with what was typed, and shows the server's rejection on its field", async () => {
    answer(listUsers, aPage([]));
    const message = "This name is taken.";
    const taken = { path: "username", code: "user.name_taken", message };
    reject(createUser, "user.name_taken", { fields: [taken] });
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add user" }))[0] as HTMLElement);
    const dialog = await screen.findByRole("dialog");
    await person.click(within(dialog).getByRole("button", { name: "Add user" }));
    expect(await within(dialog).findByText("Username cannot be empty.")).toBeVisible();
    expect(within(dialog).getByText("Password cannot be empty.")).toBeVisible();
    await person.type(within(dialog).getByRole("textbox", { name: /Username/ }), "newcomer");
    await person.type(within(dialog).getByLabelText(/Password/), "a long password");
    await person.click(within(dialog).getByRole("button", { name: "Add user" }));
    expect(await within(dialog).findByText(/name is taken|username is taken/)).toBeVisible();
    const calls = answer(createUser, ada);
    await person.click(within(dialog).getByRole("button", { name: "Add user" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ username: "newcomer", group: "default", role: 1, email: "" });
  });

  it("generates a password for a new user, shown and ready to be copied", async () => {
    answer(listUsers, aPage([]));
    const calls = answer(createUser, ada);
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add user" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(dialog.getByRole("textbox", { name: /Username/ }), "newcomer");
    await person.click(dialog.getByRole("button", { name: "Generate password" }));
    const made = (dialog.getByRole("textbox", { name: /^Password/ }) as HTMLInputElement).value;
    expect(made).toMatch(/^\S{20}$/);
    expect(dialog.getByRole("button", { name: "Copy password" })).toBeVisible();
    await person.click(dialog.getByRole("button", { name: "Add user" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ password: made }));
  });

  it("gives a new user the typed balance, not below zero, or the default of new accounts", async () => {
    answer(listUsers, aPage([]));
    const calls = answer(createUser, ada);
    const { person } = await open();
    const fill = async (balance: string) => {
      await person.click((await screen.findAllByRole("button", { name: "Add user" }))[0] as HTMLElement);
      const dialog = within(await screen.findByRole("dialog"));
      await person.type(dialog.getByRole("textbox", { name: /Username/ }), "newcomer");
      await person.type(dialog.getByLabelText(/Password/), "a long password");
      const field = dialog.getByRole("textbox", { name: /Opening balance/ });
      await person.type(field, balance);
      await person.click(dialog.getByRole("button", { name: "Add user" }));
      return { dialog, field };
    };
    const { dialog, field } = await fill("-1");
    expect(await dialog.findByText("Must be 0 or more.")).toBeVisible();
    await person.clear(field);
    await person.type(field, "some");
    expect(await dialog.findByText("Enter a number.")).toBeVisible();
    expect(calls).toHaveLength(0);
    await person.clear(field);
    await person.click(dialog.getByRole("button", { name: "Add user" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).not.toHaveProperty("quota");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await fill("2.5");
    await waitFor(() => expect(calls[1]?.body).toMatchObject({ quota: 1_250_000 }));
  });

  it("sends only what was changed, so that old names are not rejected and changes of others stay", async () => {
    answer(listUsers, aPage([aUserRow({ username: "old name", email: "Odd" })]));
    const calls = answer(updateUser, ada);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "old name" }));
    const dialog = await screen.findByRole("dialog");
    await person.clear(within(dialog).getByRole("textbox", { name: /Display name/ }));
    await person.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({ id: 7, display_name: "" });
  });

  it("describes what was done to a user, and shows unknown actions as stored", async () => {
    answer(listUsers, aPage([ada]));
    const entry = { id: 1, created_at: aMoment, actor_id: 1, actor_name: "root", source_ip: "192.0.2.1" };
    const target = { target_type: "user", target_id: "7", target_name: "ada", target_now: "ada" };
    answer(
      listUserAudit,
      aPage([
        { ...entry, ...target, action: "user.update", detail: { role: [1, 10], password: true } },
        { ...entry, ...target, id: 2, action: "user.from_the_future", detail: {} },
      ]),
    );
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "ada" }));
    await person.click(await screen.findByRole("tab", { name: "Activity" }));
    expect(await screen.findByText("Changed a user")).toBeVisible();
    expect(screen.getByText("user.from_the_future")).toBeVisible();
    const change = within(screen.getByRole("dialog")).getByText("Role").nextElementSibling;
    expect(change?.textContent).toBe("User → Administrator");
  });
});

describe("money", () => {
  it("deducts with a sign, previews the result, and never goes below zero", async () => {
    answer(listUsers, aPage([ada]));
    const calls = answer(changeUserQuota, { balance: 5_750_000, applied: true });
    const { person } = await open();
    await person.click(within(await rowOf("ada")).getByRole("button", { name: /Change balance/ }));
    const dialog = await screen.findByRole("dialog");
    await person.click(within(dialog).getByRole("button", { name: "Subtract" }));
    const amount = within(dialog).getByRole("textbox", { name: /Amount/ });
    await person.type(amount, "13");
    await person.click(within(dialog).getByRole("button", { name: "Subtract from balance" }));
    expect(await within(dialog).findByText(/balance is lower/)).toBeVisible();
    await person.clear(amount);
    await person.type(amount, "1");
    expect(within(dialog).getByText("$11.500000")).toBeVisible();
    await person.type(within(dialog).getByRole("textbox", { name: /Remark/ }), "refund");
    await person.click(within(dialog).getByRole("button", { name: "Subtract from balance" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ quota: -500_000, remark: "refund" });
    expect(calls[0]?.body).toHaveProperty("request_id", expect.stringMatching(/^[0-9a-f]{32}$/));
  });
});

describe("actions with confirmation", () => {
  it("grants and revokes the administrator role, for root only", async () => {
    answer(listUsers, aPage([ada]));
    const calls = answer(manageUser, { id: 7, role: 10, status: 1 });
    const { person } = await open();
    await inMenu(person, "ada", "Make administrator");
    const question = await screen.findByRole("alertdialog");
    expect(calls).toHaveLength(0);
    await person.click(within(question).getByRole("button", { name: "Make administrator" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ id: 7, action: "promote" }));
  });

  it("resets two-factor authentication only where it is on, and deletes", async () => {
    answer(listUsers, aPage([ada, grace]));
    const resets = answer(resetTwoFactor, ada);
    const deletions = answer(deleteUser, null);
    const { person } = await open();
    await inMenu(person, "grace", "Reset two-factor authentication");
    await person.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Reset" }));
    await waitFor(() => expect(resets[0]?.params["id"]).toBe("2"));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await inMenu(person, "ada", "Delete");
    await person.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
    );
    await waitFor(() => expect(deletions[0]?.params["id"]).toBe("7"));
  });

  it("shows who was left out of a bulk action, and keeps them selected", async () => {
    answer(listUsers, aPage([ada, root]));
    const code = "user.own_account";
    answer(editUsers, {
      results: [
        { id: 7, success: true, code: "", message: "" },
        { id: 1, success: false, code, message: "no" },
      ],
    });
    const { person } = await open();
    await person.click(within(await rowOf("ada")).getByRole("checkbox"));
    await person.click(within(await rowOf("root")).getByRole("checkbox"));
    await person.click(screen.getByRole("button", { name: "Enable" }));
    expect(await screen.findByText(/root was not changed/)).toBeVisible();
    expect(await screen.findByText("1 user changed.")).toBeVisible();
    await waitFor(async () => expect(within(await rowOf("ada")).getByRole("checkbox")).not.toBeChecked());
    expect(within(await rowOf("root")).getByRole("checkbox")).toBeChecked();
  });
});

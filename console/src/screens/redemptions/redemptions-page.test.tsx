import { screen, waitFor, within } from "@testing-library/react";
import {
  createRedemptions,
  deleteRedemption,
  editRedemptions,
  listRedemptions,
  type Redemption,
  revealRedemption,
  updateRedemption,
} from "@tollgate/contract/redemptions";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { redemptionsScreen } from "./screen";

function aRedemption(part: Partial<Redemption> = {}): Redemption {
  return {
    id: 1,
    user_id: 2,
    name: "Spring",
    key: "…h7Qd",
    status: 1,
    quota: 5_000_000,
    created_time: aMoment,
    expired_time: -1,
    redeemed_time: 0,
    used_user_id: 0,
    used_username: "",
    ...part,
  };
}
const used = aRedemption({
  id: 2,
  name: "Winter",
  key: "…9xZk",
  status: 3,
  redeemed_time: aMoment,
  used_user_id: 7,
  used_username: "ada",
});
const open = (url?: string) => renderScreen(redemptionsScreen, { user: anAdmin(), ...(url && { url }) });
const rowOf = async (name: string) => (await screen.findByText(name)).closest("tr") as HTMLElement;
afterEach(() => vi.restoreAllMocks());

/** Collects the files that the page saves, by name. */
function savedFiles(): Map<string, Blob> {
  const files = new Map<string, Blob>();
  let last: Blob;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    last = blob as Blob;
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.set(this.download, last);
  });
  return files;
}

describe("redemption codes", () => {
  it("are listed masked, with what they are worth, and who redeemed them", async () => {
    answer(listRedemptions, aPage([aRedemption(), used]));
    await open();
    const spring = await rowOf("Spring");
    expect(within(spring).getByText("…h7Qd")).toBeVisible();
    expect(within(spring).getByText("$10.00")).toBeVisible();
    expect(within(spring).getByRole("switch", { name: "Enable code …h7Qd" })).toBeChecked();
    // Neither by anyone nor at any time.
    expect(within(spring).getAllByText("—")).toHaveLength(2);
    const winter = await rowOf("Winter");
    expect(within(winter).getByText("Used")).toBeVisible();
    expect(within(winter).queryByRole("switch")).toBeNull();
    expect(within(winter).getByRole("link", { name: "ada" })).toHaveAttribute(
      "href",
      "/panel/user?keyword=7",
    );
    expect(within(winter).queryByRole("button", { name: /Copy code/ })).toBeNull();
  });

  it("are created with a count, then shown in full to copy and to save", async () => {
    answer(listRedemptions, aPage<Redemption>([]));
    const codes = ["9fQ2bVxK8yTn5rWc1xLh7Q", "aaQ2bVxK8yTn5rWc1xLh7Q"];
    const calls = answer(createRedemptions, codes);
    const files = savedFiles();
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Create codes" }))[0] as HTMLElement);
    const editor = await screen.findByRole("dialog");
    await person.type(within(editor).getByRole("textbox", { name: /Name/ }), "=Spring/1");
    const count = within(editor).getByRole("spinbutton", { name: /Number of codes/ });
    await person.clear(count);
    await person.type(count, "2");
    expect(within(editor).getByText(/Total: \$20.00/)).toBeVisible();
    await person.click(within(editor).getByRole("button", { name: "Create codes" }));
    expect(await screen.findByText("2 codes created")).toBeVisible();
    expect(calls[0]?.body).toEqual({ name: "=Spring/1", quota: 5_000_000, count: 2, expired_time: -1 });
    expect(screen.getByRole("status", { name: "New codes" })).toHaveTextContent(codes.join(" "));
    await person.click(screen.getByRole("button", { name: "Text file" }));
    await person.click(screen.getByRole("button", { name: "CSV" }));
    expect([...files.keys()]).toEqual(["=Spring-1.txt", "=Spring-1.csv"]);
    expect(await files.get("=Spring-1.txt")?.text()).toBe(`${codes.join("\n")}\n`);
    expect(await files.get("=Spring-1.csv")?.text()).toContain(`${codes[0]},'=Spring/1,5000000,10,\r\n`);
  });

  it("are rejected at the field without a name or with a count of 0; an amount of 0 shows that it adds nothing", async () => {
    answer(listRedemptions, aPage<Redemption>([]));
    const calls = answer(createRedemptions, []);
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Create codes" }))[0] as HTMLElement);
    const editor = await screen.findByRole("dialog");
    const count = within(editor).getByRole("spinbutton", { name: /Number of codes/ });
    await person.clear(count);
    await person.type(count, "0");
    const amount = within(editor).getByRole("textbox", { name: /Amount per code/ });
    await person.clear(amount);
    await person.type(amount, "0");
    expect(within(editor).getByText("A code of 0 adds nothing to a balance.")).toBeVisible();
    await person.click(within(editor).getByRole("button", { name: "Create codes" }));
    await waitFor(() => expect(count).toBeInvalid());
    expect(within(editor).getByRole("textbox", { name: /Name/ })).toBeInvalid();
    expect(amount).toBeValid();
    expect(calls).toHaveLength(0);
  });

  it("are enabled and disabled by a switch that reverts when the server rejects it", async () => {
    answer(listRedemptions, aPage([aRedemption()]));
    const calls = reject(updateRedemption, "redemption.used");
    const { person } = await open();
    const toggle = await screen.findByRole("switch", { name: "Enable code …h7Qd" });
    await person.click(toggle);
    await waitFor(() =>
      expect(calls[0]).toMatchObject({ query: { status_only: "true" }, body: { id: 1, status: 2 } }),
    );
    await waitFor(() => expect(toggle).toBeChecked());
    expect(
      await screen.findByText("This code was already redeemed and can no longer be changed."),
    ).toBeVisible();
  });

  it("are changed by the editor, without a count", async () => {
    answer(listRedemptions, aPage([aRedemption()]));
    const calls = answer(updateRedemption, aRedemption({ name: "Summer" }));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Spring" }));
    const editor = await screen.findByRole("dialog");
    expect(within(editor).queryByRole("spinbutton", { name: /Number of codes/ })).toBeNull();
    const name = within(editor).getByRole("textbox", { name: /Name/ });
    await person.clear(name);
    await person.type(name, "Summer");
    await person.click(within(editor).getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(calls[0]?.body).toEqual({ id: 1, name: "Summer", quota: 5_000_000, expired_time: -1 }),
    );
  });

  it("are copied in full", async () => {
    answer(listRedemptions, aPage([aRedemption()]));
    const calls = answer(revealRedemption, { key: "9fQ2bVxK8yTn5rWc1xLh7Q" });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Copy code …h7Qd" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await navigator.clipboard.readText()).toBe("9fQ2bVxK8yTn5rWc1xLh7Q");
  });

  it("are deleted singly and in bulk, each time after confirmation", async () => {
    answer(listRedemptions, aPage([aRedemption(), used]));
    const one = answer(deleteRedemption, null);
    const many = answer(editRedemptions, { changed: 2 });
    const { person } = await open();
    const row = await rowOf("Winter");
    await person.click(within(row).getByRole("button", { name: /actions/i }));
    await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent("The user keeps the amount.");
    await person.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(one[0]?.params).toMatchObject({ id: "2" }));
    for (const box of (await screen.findAllByRole("checkbox")).slice(1)) await person.click(box);
    await person.click(screen.getByRole("button", { name: "Delete" }));
    const second = await screen.findByRole("alertdialog");
    expect(second).toHaveTextContent("Users can no longer redeem them.");
    await person.click(within(second).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(many[0]?.body).toEqual({ ids: [1, 2], action: "delete" }));
  });

  it("are disabled all together, also those of other pages", async () => {
    const edits = answer(editRedemptions, { changed: 5000 });
    answer(listRedemptions, { ...aPage([aRedemption()]), total_count: 5000 });
    const { person } = await open("/panel/redemption?keyword=Spring&status=1");
    await person.click(within(await rowOf("Spring")).getByRole("checkbox"));
    await person.click(screen.getByRole("button", { name: "Select all 5,000 matching codes" }));
    expect(screen.getByRole("toolbar", { name: "5000 selected" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Disable" }));
    const matching = { keyword: "Spring", status: 1 };
    await waitFor(() => expect(edits[0]?.body).toEqual({ matching, action: "disable" }));
  });

  it("are exported with the current filters; a full code never appears in the address", async () => {
    answer(listRedemptions, aPage([aRedemption()]));
    const { person, location } = await open("/panel/redemption?status=1");
    await rowOf("Spring");
    await person.click(screen.getByRole("searchbox"));
    await person.paste("9fQ2bVxK8yTn5rWc1xLh7Q");
    await waitFor(() => expect(location()).toBe("/panel/redemption?status=1&keyword=Lh7Q"));
    await waitFor(() =>
      expect(screen.getByRole("link", { name: "Export codes as CSV" })).toHaveAttribute(
        "href",
        expect.stringMatching(/\/api\/redemption\/export\?(?=.*status=1)(?=.*keyword=Lh7Q)/),
      ),
    );
  });
});

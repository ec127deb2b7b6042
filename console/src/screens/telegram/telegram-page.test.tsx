import { screen, waitFor, within } from "@testing-library/react";
import {
  createTelegramMenu,
  deleteTelegramMenu,
  type TelegramMenu,
  listTelegramMenus,
} from "@tollgate/contract/telegram-menus";
import { describe, expect, it } from "vitest";
import { answer } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { telegramMenusScreen } from "./screen";

const first: TelegramMenu = { id: 1, name: "First", remark: "a remark", created_time: aMoment };
const open = () => renderScreen(telegramMenusScreen, { user: anAdmin() });

describe("telegram menus", () => {
  it("are listed with their remark", async () => {
    answer(listTelegramMenus, aPage([first]));
    await open();
    const row = (await screen.findByText("First")).closest("tr") as HTMLElement;
    expect(within(row).getByText("a remark")).toBeVisible();
  });

  it("are created with a name", async () => {
    answer(listTelegramMenus, aPage<TelegramMenu>([]));
    const calls = answer(createTelegramMenu, first);
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add" }))[0] as HTMLElement);
    const dialog = await screen.findByRole("dialog");
    await person.type(within(dialog).getByRole("textbox", { name: /Name/ }), "First");
    await person.click(within(dialog).getByRole("button", { name: "Add" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ name: "First", remark: "" }));
  });

  it("are deleted once that is confirmed", async () => {
    answer(listTelegramMenus, aPage([first]));
    const calls = answer(deleteTelegramMenu, null);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(calls).toHaveLength(0);
    await person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls[0]?.params).toMatchObject({ id: "1" }));
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import {
  deleteTelegramMenu,
  getTelegramStatus,
  listTelegramMenus,
  reloadTelegramMenus,
  saveTelegramMenu,
  type TelegramMenu,
  type TelegramStatus,
} from "@tollgate/contract/telegram";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aPage, anAdmin, aRoot } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { telegramScreen } from "./screen";

const docs: TelegramMenu = {
  id: 1,
  command: "docs",
  description: "Manual",
  parse_mode: "HTML",
  reply_message: "<b>Read</b> it",
};
const online: TelegramStatus = {
  status: true,
  is_webhook: false,
  state: "online",
  bot: "gate_bot",
  fault: null,
  detail: "",
  commands_differ: false,
};
const open = (user = anAdmin()) => renderScreen(telegramScreen, { user });
const answerStatus = (part: Partial<TelegramStatus> = {}) =>
  answer(getTelegramStatus, { ...online, ...part });

beforeEach(() => {
  answer(listTelegramMenus, aPage([docs]));
  answerStatus();
});

describe("the list of commands", () => {
  it("shows command, description, format and reply, and searches", async () => {
    const calls = answer(listTelegramMenus, aPage([docs]));
    const { person } = await open();
    const row = (await screen.findByText("/docs")).closest("tr") as HTMLElement;
    for (const text of ["Manual", "HTML", "<b>Read</b> it"])
      expect(within(row).getByText(text)).toBeVisible();
    await person.type(screen.getByRole("searchbox"), "man");
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ keyword: "man" }));
  });

  it("deletes a command after confirmation", async () => {
    const calls = answer(deleteTelegramMenu, null);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(calls).toHaveLength(0);
    await person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls[0]?.params).toMatchObject({ id: "1" }));
  });
});

describe("the editor", () => {
  it("creates a command and previews the reply as Telegram shows it", async () => {
    answer(listTelegramMenus, aPage<TelegramMenu>([]));
    const calls = answer(saveTelegramMenu, docs);
    const { person } = await open();
    await person.click((await screen.findAllByRole("button", { name: "Add command" }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(dialog.getByRole("textbox", { name: /Command/ }), "docs");
    await person.type(dialog.getByRole("textbox", { name: /Description/ }), "Manual");
    const reply = dialog.getByRole("textbox", { name: /Reply/ });
    await person.click(reply);
    await person.paste("*Read* v1\\.5 `x<b>`");
    const preview = within(dialog.getByRole("region", { name: "Preview" }));
    expect(preview.getByText("Read").tagName).toBe("STRONG");
    expect(preview.getByText("x<b>").tagName).toBe("CODE");
    await person.click(dialog.getByRole("button", { name: "Add" }));
    await waitFor(() =>
      expect(calls[0]?.body).toEqual({
        id: 0,
        command: "docs",
        description: "Manual",
        parse_mode: "MarkdownV2",
        reply_message: "*Read* v1\\.5 `x<b>`",
      }),
    );
  });

  it("never renders a reply as HTML, and disables its links", async () => {
    const reply_message = '<a href="javascript:alert(1)">here</a> &lt;img src=x&gt;';
    answer(listTelegramMenus, aPage([{ ...docs, reply_message }]));
    const { person } = await open();
    await person.click(await screen.findByText("/docs"));
    const preview = await screen.findByRole("region", { name: "Preview" });
    expect(within(preview).getByText("here")).toHaveAttribute("title", "javascript:alert(1)");
    expect(preview.querySelector("a, img")).toBeNull();
    expect(preview).toHaveTextContent("<img src=x>");
  });

  it("shows at the field what Telegram would reject in the chosen format, and sends nothing", async () => {
    const calls = answer(saveTelegramMenu, docs);
    const { person } = await open();
    await person.click(await screen.findByText("/docs"));
    const dialog = within(await screen.findByRole("dialog"));
    const reply = dialog.getByRole("textbox", { name: /Reply/ });
    await person.clear(reply);
    await person.paste("<br>");
    await waitFor(() => expect(reply).toHaveAccessibleDescription(/does not support the tag “<br>”/));
    expect(dialog.getByRole("region", { name: "Preview" })).toHaveTextContent("Correct the reply");
    await person.click(dialog.getByRole("button", { name: "Save" }));
    expect(calls).toHaveLength(0);
    await person.clear(reply);
    await person.paste("v1.5");
    await waitFor(() => expect(reply).not.toHaveAccessibleDescription(/character/));
    await person.click(dialog.getByRole("combobox", { name: "Reply format" }));
    await person.click(await screen.findByRole("option", { name: "MarkdownV2" }));
    await waitFor(() => expect(reply).toHaveAccessibleDescription(/“.” at character 3/));
  });

  it("shows at the field that a command is taken", async () => {
    reject(saveTelegramMenu, "telegram_menu.exists", {
      params: { command: "docs" },
      fields: [{ path: "command", code: "telegram.command_taken", message: "This command already exists." }],
    });
    const { person } = await open();
    await person.click(await screen.findByText("/docs"));
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(dialog.getByRole("textbox", { name: /Description/ }), "!");
    await person.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(dialog.getByRole("textbox", { name: /Command/ })).toHaveAccessibleDescription(/already/),
    );
  });
});

describe("the bot's state", () => {
  it.each([
    [{}, "Online (polling)"],
    [{ is_webhook: true }, "Online (webhook)"],
    [{ state: "starting", status: false }, "Starting"],
    [{ state: "off", status: false, bot: "" }, "Off"],
    [{ state: "failing", status: false, fault: "conflict" }, "Failing"],
  ] as const)("%j is shown as %s", async (part, label) => {
    answerStatus(part);
    await open();
    expect(await screen.findByText(label)).toBeVisible();
  });

  it("shows the reason of a failure in our words and in Telegram's", async () => {
    answerStatus({ state: "failing", status: false, fault: "unauthorized", detail: "Unauthorized" });
    await open();
    const alert = (await screen.findAllByRole("alert"))[0];
    expect(alert).toHaveTextContent(
      "Telegram rejected the bot token. Set a valid token in Settings. Telegram: Unauthorized",
    );
  });

  it("shows why the status could not be loaded, with a retry", async () => {
    reject(getTelegramStatus, "server.internal");
    const { person } = await open();
    expect(await screen.findByText("The status of the bot could not be loaded")).toBeVisible();
    answerStatus();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Online (polling)")).toBeVisible();
  });

  it("links the super administrator to the settings, and shows administrators who can start the bot", async () => {
    answerStatus({ state: "off", status: false, bot: "" });
    await open();
    expect(await screen.findByText(/Only a super administrator/)).toBeVisible();
    expect(screen.queryByRole("link", { name: "Settings" })).toBeNull();
    expect(screen.getByRole("button", { name: "Reload" })).toBeDisabled();
  });

  it("has a link to the settings for the super administrator", async () => {
    answerStatus({ state: "off", status: false, bot: "" });
    await open(aRoot());
    expect(await screen.findByRole("link", { name: "Settings" })).toHaveAttribute(
      "href",
      "/panel/setting?tab=system&setting=TelegramBotToken",
    );
  });

  it("warns while Telegram shows other commands, until they are reloaded", async () => {
    answerStatus({ commands_differ: true });
    const calls = answer(reloadTelegramMenus, null);
    const { person } = await open();
    const alert = (await screen.findByText(/shows outdated commands/)).closest(
      '[role="alert"]',
    ) as HTMLElement;
    answerStatus();
    await person.click(within(alert).getByRole("button", { name: "Reload" }));
    await waitFor(() => expect(screen.queryByText(/shows outdated commands/)).toBeNull());
    expect(calls).toHaveLength(1);
    expect(await screen.findByText("Commands in Telegram updated.")).toBeVisible();
  });
});

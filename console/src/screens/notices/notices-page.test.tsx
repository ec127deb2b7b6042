import { screen, waitFor, within } from "@testing-library/react";
import {
  createNoticeChannel,
  deleteNoticeChannel,
  listNoticeChannelKinds,
  listNoticeChannels,
  listNotices,
  type Notice,
  type NoticeChannel,
  type NoticeChannelKind,
  testNoticeChannel,
  updateNoticeChannel,
} from "@tollgate/contract/notices";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { noticesScreen } from "./screen";

const named = (text: string) => ({ en_US: text, zh_CN: text, ja_JP: text });

const chat: NoticeChannelKind = {
  type: "chat",
  label: named("Chat"),
  fields: [
    { kind: "secret", name: "token", label: named("Bot token"), required: true },
    { kind: "text", name: "room", label: named("Room"), required: true },
    { kind: "text", name: "address", label: named("Base URL") },
  ],
  root_fields: ["address"],
};
const hook: NoticeChannelKind = {
  type: "hook",
  label: named("Webhook"),
  fields: [{ kind: "text", name: "address", label: named("Address"), required: true }],
  root_fields: ["address"],
};

const aChannel = (part: Partial<NoticeChannel> = {}): NoticeChannel => ({
  id: 3,
  type: "chat",
  name: "Duty phone",
  config: { room: "5", address: "" },
  secrets: ["token"],
  language: "en_US",
  events: ["channel_disabled", "balance_low"],
  pause_minutes: 60,
  enable: true,
  created_time: aMoment,
  last_sent_time: aMoment,
  last_error: "",
  waiting: 0,
  ...part,
});

const aNotice = (part: Partial<Notice> = {}): Notice => ({
  id: 41,
  created_time: aMoment,
  channel_id: 3,
  channel_name: "Duty phone",
  event: "channel_disabled",
  subject: "channel:5",
  label: "East",
  count: 1,
  status: "sent",
  attempts: 1,
  next_time: 0,
  sent_time: aMoment,
  last_error: "",
  ...part,
});

beforeEach(() => {
  answer(listNoticeChannelKinds, [chat, hook]);
});

const open = (url = "/panel/notice", user = aRoot()) => renderScreen(noticesScreen, { user, url });
const editor = async () => within(await screen.findByRole("dialog"));

describe("notice channels", () => {
  it("show who gets mail while there is none", async () => {
    answer(listNoticeChannels, aPage([]));
    await open();
    expect(await screen.findByText("No notice channel yet")).toBeVisible();
    expect(screen.getByText(/receive important events by email/)).toBeVisible();
  });

  it("show their kind, events, and the service's error where the last message failed", async () => {
    const broken = aChannel({ id: 4, name: "Broken", last_error: "chat not found", waiting: 2 });
    answer(listNoticeChannels, aPage([aChannel(), broken]));
    await open();
    const row = (await screen.findByText("Broken")).closest("tr") as HTMLElement;
    for (const text of ["Chat", "Channel disabled, Low channel balance", "Failed", "chat not found", "2"])
      expect(within(row).getByText(text)).toBeVisible();
    const other = screen.getByText("Duty phone").closest("tr") as HTMLElement;
    expect(within(other).getByText("Delivered")).toBeVisible();
  });

  it("are added from their kind's form, with the non-routine events", async () => {
    answer(listNoticeChannels, aPage([]));
    const calls = answer(createNoticeChannel, aChannel({ name: "Chat" }));
    const { person } = await open();
    await person.click(
      (await screen.findAllByRole("button", { name: "Add notice channel" }))[0] as HTMLElement,
    );
    const form = await editor();
    await person.click(form.getByRole("combobox", { name: /Type/ }));
    await person.click(await screen.findByRole("option", { name: "Chat" }));
    await person.click(form.getByRole("button", { name: "Add notice channel" }));
    expect(await form.findByText("Bot token cannot be empty.")).toBeVisible();
    expect(calls).toHaveLength(0);
    await person.type(form.getByLabelText(/Bot token/), "123:abc");
    await person.type(form.getByRole("textbox", { name: /Room/ }), "5");
    expect(form.getByRole("checkbox", { name: "Channel test summary" })).not.toBeChecked();
    await person.click(form.getByRole("checkbox", { name: "New version" }));
    await person.click(form.getByRole("button", { name: "Add notice channel" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({
      type: "chat",
      name: "Chat",
      config: { token: "123:abc", room: "5" },
      language: "en_US",
      events: [
        "channel_disabled",
        "balance_low",
        "models_gone",
        "books_differ",
        "payment_problem",
        "queue_stuck",
      ],
      pause_minutes: 60,
      enable: true,
    });
    expect(await screen.findByText("Notice channel Chat added.")).toBeVisible();
  });

  it("keep stored secrets when they are changed", async () => {
    answer(listNoticeChannels, aPage([aChannel()]));
    const calls = answer(updateNoticeChannel, aChannel());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Duty phone" }));
    const form = await editor();
    const pause = form.getByRole("spinbutton", { name: /Repeat interval/ });
    await person.clear(pause);
    await person.type(pause, "5");
    await person.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ id: 3, pause_minutes: 5, config: { room: "5" } });
    expect(JSON.stringify(calls[0]?.body)).not.toContain("Set");
  });

  it("show beside the button whether a test message was accepted, with the service's reason", async () => {
    answer(listNoticeChannels, aPage([aChannel()]));
    reject(testNoticeChannel, "notice.refused", { params: { reason: "chat not found" } });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "Duty phone" }));
    const form = await editor();
    await person.click(form.getByRole("button", { name: "Send test message" }));
    expect(await form.findByText("The message was not delivered: chat not found")).toBeVisible();
    const calls = answer(testNoticeChannel, null);
    await person.click(form.getByRole("button", { name: "Send test message" }));
    expect(await form.findByText("The service accepted the test message.")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ id: 3, type: "chat", language: "en_US", config: { room: "5" } });
  });

  it("show no result of a test message after another type was chosen", async () => {
    answer(listNoticeChannels, aPage([]));
    answer(testNoticeChannel, null);
    const { person } = await open();
    await person.click(
      (await screen.findAllByRole("button", { name: "Add notice channel" }))[0] as HTMLElement,
    );
    const form = await editor();
    const choose = async (type: string): Promise<void> => {
      await person.click(form.getByRole("combobox", { name: "Type" }));
      await person.click(await screen.findByRole("option", { name: type }));
    };
    await choose("Chat");
    await person.click(form.getByRole("button", { name: "Send test message" }));
    expect(await form.findByText("The service accepted the test message.")).toBeVisible();
    await choose("Webhook");
    expect(form.queryByText("The service accepted the test message.")).not.toBeInTheDocument();
  });

  it("show the addresses of the super administrator to others, locked and unchanged", async () => {
    const address = "https://ops.example.com";
    answer(listNoticeChannels, aPage([aChannel({ type: "hook", config: { address }, secrets: [] })]));
    const calls = answer(updateNoticeChannel, aChannel());
    const { person } = await open("/panel/notice", anAdmin());
    await person.click(await screen.findByRole("button", { name: "Duty phone" }));
    const form = await editor();
    expect(await form.findByRole("textbox", { name: /Address/ })).toBeDisabled();
    expect(form.getByText(/Only a super administrator can change these fields/)).toBeVisible();
    await person.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ config: { address } });
  });

  it("are deleted after a confirmation that names what is lost", async () => {
    answer(listNoticeChannels, aPage([aChannel()]));
    const calls = answer(deleteNoticeChannel, null);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: /More actions/ }));
    await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/Queued messages are discarded/)).toBeVisible();
    await person.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls).toHaveLength(1));
  });
});

describe("the history of notices", () => {
  it("shows the status of each message, filtered by the address", async () => {
    answer(listNoticeChannels, aPage([aChannel()]));
    const retrying = aNotice({
      id: 42,
      status: "queued",
      attempts: 2,
      count: 3,
      last_error: "timeout",
      label: "",
    });
    const calls = answer(listNotices, aPage([aNotice(), retrying]));
    await open("/panel/notice?view=history&channel_id=3&event=channel_disabled");
    const row = (await screen.findByText("Retrying")).closest("tr") as HTMLElement;
    for (const text of ["Duty phone", "3", "timeout"]) expect(within(row).getByText(text)).toBeVisible();
    expect(screen.getByText("East")).toBeVisible();
    expect(calls[0]?.query).toMatchObject({ channel_id: "3", event: "channel_disabled" });
  });

  it("explains itself while nothing was sent", async () => {
    answer(listNoticeChannels, aPage([]));
    answer(listNotices, aPage([]));
    await open("/panel/notice?view=history");
    expect(await screen.findByText("No messages yet")).toBeVisible();
  });
});

it("is translated to Chinese", async () => {
  answer(listNoticeChannels, aPage([aChannel()]));
  await renderScreen(noticesScreen, { user: aRoot(), language: "zh_CN" });
  expect(await screen.findByRole("tab", { name: "发送记录" })).toBeVisible();
});

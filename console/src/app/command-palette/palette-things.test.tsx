import { searchTokens } from "@tollgate/contract/admin-tokens";
import { listChannels, patchChannel, testChannel } from "@tollgate/contract/channels";
import { listLogs, listOwnLogs } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { listTokens } from "@tollgate/contract/tokens";
import { getUser, listUsers } from "@tollgate/contract/users";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aChannel } from "../../../test/a-channel";
import { answer, apiServer, hold, reject } from "../../../test/api-mock";
import { anAdmin, aPage, aUser, noBindings, noBudget } from "../../../test/builders";
import { renderApp, type RenderedApp } from "../../../test/render-app";
import { screens } from "../screens";
import { CommandPalette } from "./command-palette";

const someone = {
  ...aUser({ id: 12, username: "glinda" }),
  ...noBudget,
  bindings: noBindings,
  email_verified: true,
  second_factor: false,
  passkeys: 0,
  inviter_id: 0,
  inviter_name: "",
  deletion_requested_time: 0,
  uncollected: 0,
};

beforeEach(() => {
  answer(listChannels, aPage([]));
  answer(listUsers, aPage([]));
  answer(listTokens, aPage([]));
  answer(searchTokens, aPage([]));
  answer(listAvailableModels, {});
});

function openPalette(user = anAdmin()): Promise<RenderedApp> {
  return renderApp(<CommandPalette screens={screens} onClose={() => {}} />, { user });
}

const option = (name: string | RegExp) => screen.findByRole("option", { name });

describe("the palette", () => {
  it("begins with the screens in the order of the menu", async () => {
    await openPalette();
    const names = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
    expect(names.slice(0, 4)).toEqual(["Dashboard", "Analytics", "Playground", "Users"]);
  });

  it("begins with what was typed while it was loaded", async () => {
    const calls = answer(listChannels, aPage([]));
    await renderApp(
      <CommandPalette screens={screens} typedEarly={{ current: "main" }} onClose={() => {}} />,
      {
        user: anAdmin(),
      },
    );
    expect(await screen.findByDisplayValue("main")).toHaveFocus();
    await waitFor(() => expect(calls[0]?.query).toMatchObject({ keyword: "main" }));
  });

  it("sends nothing before two characters, and one search after typing stops", async () => {
    const calls = answer(listChannels, aPage([]));
    const { person } = await openPalette();
    await person.keyboard("m");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(calls).toEqual([]);
    // In one change: a slow keystroke would be a search of its own.
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "main" } });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.query).toMatchObject({ keyword: "main", size: "5" });
  });

  it("groups the results, and Enter opens the selected one", async () => {
    answer(listChannels, aPage([aChannel({ id: 5, name: "Glass" })]));
    answer(listUsers, aPage([someone]));
    const { person, location } = await openPalette();
    await person.keyboard("gl");
    await option(/^Glass/);
    expect(await option(/^glinda/)).toHaveTextContent("#12");
    const headings = screen.getAllByRole("presentation").map((one) => one.textContent);
    expect(headings).toEqual(expect.arrayContaining(["Channels", "Users"]));
    await person.click(await option(/^Glass/));
    await waitFor(() => expect(location()).toBe("/panel/channel/5"));
  });

  it("shows what the keys do, and disables a channel by Ctrl and Enter", async () => {
    const patched = answer(patchChannel, aChannel());
    answer(listChannels, aPage([aChannel({ id: 5, name: "Glass" })]));
    const { person } = await openPalette();
    await person.keyboard("glass");
    await option(/^Glass/);
    const keys = within(screen.getByRole("group", { name: "Keys" }));
    expect(keys.getByText("Disable")).toBeVisible();
    expect(keys.getByText("Ctrl ↵")).toBeVisible();
    await person.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(patched).toMatchObject([{ params: { id: "5" }, body: { status: 2 } }]));
    expect(await screen.findByText("Glass disabled")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(patched.at(-1)?.body).toEqual({ status: 1 }));
  });

  it("offers to enable a disabled channel, and tests a channel by Shift and Enter", async () => {
    answer(listChannels, aPage([aChannel({ id: 5, name: "Glass", status: 2 })]));
    const tests = answer(testChannel, {
      success: false,
      skipped: false,
      model: "gpt-5",
      time: 80,
      problem: "",
      status: 401,
      reason: "wrong key",
      asked: "",
      answered: "",
      answer: "",
    });
    const { person } = await openPalette();
    await person.keyboard("glass");
    expect(await option(/^Glass/)).toHaveTextContent("Disabled");
    expect(within(screen.getByRole("group", { name: "Keys" })).getByText("Enable")).toBeVisible();
    await person.keyboard("{Shift>}{Enter}{/Shift}");
    expect(await screen.findByText("Glass failed the test")).toBeInTheDocument();
    expect(screen.getByText("wrong key")).toBeInTheDocument();
    expect(tests).toHaveLength(1);
  });

  it("shows a neutral message when the test model cannot be called", async () => {
    answer(listChannels, aPage([aChannel({ id: 5, name: "Glass" })]));
    const nothing = { problem: "", status: 0, reason: "", asked: "", answered: "", answer: "" } as const;
    answer(testChannel, { success: false, skipped: true, model: "dall-e-3", time: 0, ...nothing });
    const { person } = await openPalette();
    await person.keyboard("glass");
    await option(/^Glass/);
    await person.keyboard("{Shift>}{Enter}{/Shift}");
    expect(await screen.findByText(/^Glass was not tested: dall-e-3/)).toBeInTheDocument();
    expect(screen.queryByText("Glass failed the test")).toBeNull();
  });

  it("opens the balance of a user on Ctrl and Enter", async () => {
    answer(listUsers, aPage([someone]));
    answer(getUser, someone);
    const { person, location } = await openPalette();
    await person.keyboard("glinda");
    await option(/^glinda/);
    await person.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(location()).toBe("/panel/user?balance=12"));
  });

  it("finds settings by name and opens them", async () => {
    const { person, location } = await openPalette();
    await person.keyboard("SMTPServer");
    await person.click(await option(/^SMTP server|^Server/i));
    await waitFor(() => expect(location()).toMatch(/^\/panel\/setting\?tab=\w+&setting=SMTPServer$/));
  });

  it("finds a call by its request id, and sends no request for an invalid id", async () => {
    const id = "20261123140500123000abcDEFGh";
    const logs = answer(listLogs, aPage([]));
    const { person } = await openPalette();
    await person.keyboard(`${id.slice(0, 20)}`);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(logs).toEqual([]);
    await person.keyboard(id.slice(20));
    await waitFor(() => expect(logs[0]?.query).toMatchObject({ request_id: id }));
  });

  it("limits users to their own tokens, calls and models", async () => {
    const forbidden = [listChannels, listUsers, searchTokens, listLogs].map((endpoint) =>
      reject(endpoint, "auth.forbidden"),
    );
    answer(listOwnLogs, aPage([]));
    const own = answer(listTokens, aPage([]));
    const { person } = await openPalette(aUser());
    await person.keyboard("glass");
    await waitFor(() => expect(own).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(forbidden.flat()).toEqual([]);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("aborts an outdated search, and shows a failed one", async () => {
    const release = hold(listUsers, aPage([someone]));
    const keywords: string[] = [];
    const aborted: string[] = [];
    apiServer.events.on("request:start", ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      const keyword = searchParams.get("keyword") ?? "";
      if (pathname === listUsers.path) keywords.push(keyword);
      request.signal.addEventListener("abort", () => aborted.push(keyword));
    });
    const { person } = await openPalette();
    await person.keyboard("gli");
    await screen.findByRole("progressbar", { name: "Searching…" });
    await waitFor(() => expect(keywords).toContain("gli"));
    apiServer.use(http.get("*/api/user/", () => HttpResponse.json({}, { status: 500 })));
    await person.keyboard("nda");
    await waitFor(() => expect(aborted).toContain("gli"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Some results could not be loaded");
    answer(listUsers, aPage([]));
    await person.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    release();
    expect(screen.queryByRole("option", { name: /^glinda/ })).not.toBeInTheDocument();
    apiServer.events.removeAllListeners();
  });
});

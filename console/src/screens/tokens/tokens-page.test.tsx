import { getUserGroupMap, type UserGroup } from "@tollgate/contract/groups";
import { listAvailableModels } from "@tollgate/contract/models";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import {
  createToken,
  deleteToken,
  editTokens,
  getTokenSpending,
  listTokens,
  patchToken,
  revealTokenKey,
  type Token,
  updateToken,
} from "@tollgate/contract/tokens";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aMoment, aPage, aSelf, aSiteInfo, aUser, noBudget } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { setViewport } from "../../../test/setup";
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

const vip: UserGroup = {
  id: 2,
  symbol: "vip",
  name: "VIP",
  ratio: 0.8,
  api_rate: 600,
  tokens_per_minute: 0,
  concurrency: 0,
  public: true,
  promotion: false,
  min: 0,
  max: 0,
  enable: true,
};

const open = (url = "/panel/token") => renderScreen(tokensScreen, { user: aUser(), url });

beforeEach(() => {
  answer(getTokenSpending, { days: [], tokens: [] });
  answer(getUserGroupMap, { vip });
  answer(listAvailableModels, {
    "gpt-5": {
      groups: ["default"],
      owned_by: "OpenAI",
      owner: { type: 1, text: "O", color: "#000000" },
      price: {
        model: "gpt-5",
        type: "tokens",
        channel_type: 1,
        input: 1,
        output: 3,
        locked: false,
        extra_ratios: {},
        rules: [],
      },
    },
  });
});

describe("the token list", () => {
  it("shows masked key, status, what was used and what is left", async () => {
    answer(
      listTokens,
      aPage([aToken(), aToken({ id: 4, name: "trial", unlimited_quota: false, status: 4 })]),
    );
    await open();
    const row = (await screen.findByText("ci")).closest("tr") as HTMLElement;
    for (const shown of ["sk-…wxyz", "Enabled", "$2.00", "Unlimited", "Never used", "Never"]) {
      expect(within(row).getByText(shown)).toBeVisible();
    }
    expect(screen.getByText("Exhausted")).toBeVisible();
    expect(screen.getByText("https://gateway.example.com/v1")).toBeVisible();
  });

  it("copies the whole key, fetched only then", async () => {
    answer(listTokens, aPage([aToken()]));
    const calls = answer(revealTokenKey, { key: "sk-whole-key" });
    const { person } = await open();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    await person.click(await screen.findByRole("button", { name: "Copy the key of ci" }));
    await waitFor(() => expect(write).toHaveBeenCalledWith("sk-whole-key"));
    expect(calls.map((call) => call.params)).toMatchObject([{ id: "3" }]);
  });

  it("explains tokens when there are none", async () => {
    answer(listTokens, aPage<Token>([]));
    await open();
    expect(await screen.findByText("No tokens yet")).toBeVisible();
  });

  it("shows why it failed", async () => {
    reject(listTokens, "server.internal");
    await open();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("reverts a rejected switch and shows why", async () => {
    answer(listTokens, aPage([aToken({ status: 2 })]));
    reject(patchToken, "token.exhausted");
    const { person } = await open();
    const toggle = await screen.findByRole("switch", { name: "Enable token ci" });
    await person.click(toggle);
    expect(await screen.findByText(/no quota left/)).toBeVisible();
    expect(toggle).not.toBeChecked();
  });

  it("asks for confirmation before deleting and names the token", async () => {
    answer(listTokens, aPage([aToken()]));
    const calls = answer(deleteToken, null);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "More actions" }));
    await person.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete token ci?" });
    await person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  it("acts on all selected tokens", async () => {
    answer(listTokens, aPage([aToken(), aToken({ id: 4, name: "b" })]));
    const calls = answer(editTokens, { changed: 2 });
    const { person } = await open();
    await screen.findByText("b");
    await person.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await person.click(screen.getByRole("button", { name: "Disable" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ ids: [3, 4], action: "disable" }));
  });

  it("opens a chat link with the key filled in", async () => {
    const link = { name: "Chat", url: "https://chat.example.com/#{key}", show: true, sort: 1 };
    answer(getStatus, aSiteInfo({ chat_links: JSON.stringify([link]) }));
    answer(listTokens, aPage([aToken()]));
    answer(revealTokenKey, { key: "sk-k" });
    const openWindow = vi.spyOn(window, "open").mockReturnValue(null);
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "More actions" }));
    await person.click(await screen.findByRole("menuitem", { name: "Open in Chat" }));
    await waitFor(() =>
      expect(openWindow).toHaveBeenCalledWith("https://chat.example.com/#sk-k", "_blank", "noopener"),
    );
    openWindow.mockRestore();
  });

  it("shows cards on a phone", async () => {
    setViewport("phone");
    answer(listTokens, aPage([aToken()]));
    await open();
    expect(await screen.findByText("ci")).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("the token editor", () => {
  async function startNew() {
    answer(listTokens, aPage<Token>([]));
    const app = await open();
    await app.person.click(
      (await screen.findAllByRole("button", { name: "Create token" }))[0] as HTMLElement,
    );
    await screen.findByRole("textbox", { name: /^Name/ });
    return app;
  }
  const submit = () => screen.getByRole("button", { name: "Create token" });

  it("creates a token and shows its key once, with code that uses it", async () => {
    const { person } = await startNew();
    const calls = answer(createToken, aToken({ name: "app", key: "sk-brand-new" }));
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    await person.click(submit());
    expect(await screen.findByRole("dialog", { name: "Token app is ready" })).toBeVisible();
    expect(screen.getByText("sk-brand-new")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ name: "app", unlimited_quota: true, expired_time: -1 });
    await person.click(await screen.findByRole("button", { name: "OpenAI Python" }));
    expect(await screen.findByText(/base_url="https:\/\/gateway\.example\.com\/v1"/)).toHaveTextContent(
      "gpt-5",
    );
  });

  it("rejects an empty name and empty limits, without a request", async () => {
    const { person } = await startNew();
    await person.click(screen.getByRole("button", { name: /^Restrictions/ }));
    await person.click(screen.getByRole("switch", { name: "Allow only selected models" }));
    await person.click(screen.getByRole("switch", { name: "Allow only selected IP addresses" }));
    await person.click(submit());
    expect(await screen.findByText("Choose at least one model.")).toBeVisible();
    expect(screen.getByText("Add at least one IP address.")).toBeVisible();
    expect(screen.getByText("Name cannot be empty.")).toBeVisible();
  });

  it("shows the maximum number of tokens and keeps the input", async () => {
    const { person } = await startNew();
    reject(createToken, "token.too_many", { params: { maximum: 200 } });
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    await person.click(submit());
    const editor = within(screen.getByRole("dialog"));
    expect(await editor.findByRole("alert")).toHaveTextContent(/^You have 200 tokens already.* Delete one/);
    expect(screen.getAllByText(/You have 200 tokens already/)).toHaveLength(1);
    expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveValue("app");
  });

  it("shows only offered models, and what to do without balance", async () => {
    answer(getSelf, aSelf({ quota: 0 }));
    answer(listAvailableModels, {});
    const { person } = await startNew();
    const editor = within(screen.getByRole("dialog"));
    expect(await editor.findByRole("region", { name: "Your balance is empty" })).toBeVisible();
    answer(createToken, aToken({ name: "app", key: "sk-brand-new" }));
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    await person.click(submit());
    expect(await screen.findByText("No models available yet")).toBeVisible();
    expect(screen.queryByText(/base_url=/)).not.toBeInTheDocument();
  });

  it("sends limit, group and addresses as they were entered", async () => {
    const { person } = await startNew();
    const calls = answer(createToken, aToken());
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    await person.click(screen.getByRole("switch", { name: "Unlimited spending" }));
    const limit = screen.getByRole("textbox", { name: /^Spending limit/ });
    await person.clear(limit);
    await person.type(limit, "1.5");
    await person.click(screen.getByRole("combobox", { name: "Group" }));
    await person.click(await screen.findByRole("option", { name: /VIP/ }));
    await person.click(screen.getByRole("button", { name: /^Restrictions/ }));
    await person.click(screen.getByRole("switch", { name: "Allow only selected IP addresses" }));
    await person.type(screen.getByRole("combobox", { name: "IP addresses or ranges" }), "10.0.0.0/8{Enter}");
    await person.click(submit());
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        unlimited_quota: false,
        remain_quota: 750_000,
        group: "vip",
        setting: { limits: { limits_ip_setting: { enabled: true, whitelist: ["10.0.0.0/8"] } } },
      }),
    );
  });

  it("sends the limits of calls", async () => {
    const { person } = await startNew();
    const calls = answer(createToken, aToken());
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    await person.click(screen.getByRole("button", { name: /^Restrictions/ }));
    await person.type(screen.getByRole("textbox", { name: "Requests per minute" }), "60");
    await person.type(screen.getByRole("textbox", { name: "Concurrent requests" }), "3");
    expect(screen.getByRole("button", { name: /^Restrictions/ })).toHaveTextContent(
      "60 requests/min · 3 concurrent",
    );
    await person.click(submit());
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({ requests_per_minute: 60, tokens_per_minute: 0, concurrency: 3 }),
    );
  });

  it("rejects a limit that is no whole number, without a request", async () => {
    const { person } = await startNew();
    const calls = answer(createToken, aToken());
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    await person.click(screen.getByRole("button", { name: /^Restrictions/ }));
    const field = screen.getByRole("textbox", { name: "Tokens per minute" });
    await person.type(field, ".5");
    await person.click(submit());
    await waitFor(() => expect(field).toBeInvalid());
    expect(calls).toHaveLength(0);
    await person.clear(field);
    await person.click(submit());
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ tokens_per_minute: 0 }));
  });

  it("opens the restrictions where calls are limited", async () => {
    answer(listTokens, aPage([aToken({ tokens_per_minute: 9000 })]));
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "ci" }));
    const field = await screen.findByRole("textbox", { name: "Tokens per minute" });
    expect(field).toHaveValue("9000");
    expect(screen.getByRole("textbox", { name: "Concurrent requests" })).toHaveValue("");
    expect(screen.getByRole("button", { name: /^Restrictions/ })).toHaveTextContent("9,000 tokens/min");
    await person.clear(field);
    const calls = answer(updateToken, aToken());
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ tokens_per_minute: 0 }));
  });

  it("shows the server's error on its field", async () => {
    answer(listTokens, aPage([aToken()]));
    reject(updateToken, "request.invalid", {
      fields: [{ path: "group", message: "Not allowed", code: "invalid_value" }],
    });
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "ci" }));
    await person.type(await screen.findByRole("textbox", { name: /^Name/ }), "2");
    await person.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Choose one of the offered values.")).toBeVisible();
  });

  it("turns response cache and keep-alive on, and shows it while collapsed", async () => {
    const { person } = await startNew();
    const calls = answer(createToken, aToken());
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    const section = screen.getByRole("button", { name: /^Responses/ });
    expect(section).toHaveTextContent("No cache, no keep-alive");
    await person.click(section);
    await person.click(screen.getByRole("switch", { name: "Response cache" }));
    await person.click(screen.getByRole("switch", { name: "Keep-alive" }));
    const seconds = screen.getByRole("spinbutton", { name: "First keep-alive after" });
    await person.clear(seconds);
    await person.type(seconds, "45");
    expect(section).toHaveTextContent("Response cache · Keep-alive");
    await person.click(submit());
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        chat_cache: true,
        setting: { heartbeat: { enabled: true, timeout_seconds: 45 } },
      }),
    );
  });

  it("sends only what was changed", async () => {
    const heartbeat = { enabled: true, timeout_seconds: 60 };
    const setting = { ...newTokenValues.setting, heartbeat };
    answer(listTokens, aPage([aToken({ chat_cache: true, setting })]));
    const calls = answer(updateToken, aToken());
    const { person } = await open();
    await person.click(await screen.findByRole("button", { name: "ci" }));
    expect(await screen.findByRole("switch", { name: "Keep-alive" })).toBeChecked();
    await person.type(await screen.findByRole("textbox", { name: /^Name/ }), "2");
    await person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({ id: aToken().id, name: "ci2" });
  });

  it("expands on a rejected keep-alive, stays open while it is corrected, and resets it once turned off", async () => {
    const { person } = await startNew();
    const calls = answer(createToken, aToken());
    await person.type(screen.getByRole("textbox", { name: /^Name/ }), "app");
    const section = screen.getByRole("button", { name: /^Responses/ });
    await person.click(section);
    await person.click(screen.getByRole("switch", { name: "Keep-alive" }));
    const seconds = screen.getByRole("spinbutton", { name: "First keep-alive after" });
    await person.clear(seconds);
    await person.type(seconds, "5");
    await person.click(section);
    await person.click(submit());
    await waitFor(() => expect(section).toHaveAttribute("aria-expanded", "true"));
    await waitFor(() => expect(seconds).toHaveFocus());
    expect(seconds).toBeInvalid();
    await person.type(seconds, "0");
    await waitFor(() => expect(seconds).toBeValid());
    expect(section).toHaveAttribute("aria-expanded", "true");
    expect(seconds).toHaveFocus();
    await person.clear(seconds);
    await person.click(screen.getByRole("switch", { name: "Keep-alive" }));
    await person.click(submit());
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ setting: { heartbeat: { enabled: false } } }));
  });
});

import {
  getNotifySetting,
  makeAccessToken,
  requestDeletion,
  updateNotifySetting,
  updateSelf,
} from "@tollgate/contract/profile";
import { getSelf, withdrawDeletion } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { deletePasskey, listPasskeys, renamePasskey } from "@tollgate/contract/passkeys";
import { bindEmail, sendVerification } from "@tollgate/contract/registration";
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
} from "@tollgate/contract/two-factor";
import { endOtherSessions, endSession, listSessions } from "@tollgate/contract/sessions";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject, unreachable } from "../../../test/api-mock";
import { aMoment, aSelf, aSiteInfo, aUser, noBindings } from "../../../test/builders";
import { renderScreen, type RenderOptions } from "../../../test/render-app";
import { profileScreen } from "./screen";

const visit = (tab = "details", options: RenderOptions = {}) =>
  renderScreen(profileScreen, { user: aUser(), url: `/panel/profile?tab=${tab}`, ...options });
const dialog = async () => within(await screen.findByRole("dialog"));
const press = (name: string) => screen.getByRole("button", { name });

const off = { enabled: false, confirmed_time: 0, recovery_codes_left: 0 };
const on = { enabled: true, confirmed_time: aMoment, recovery_codes_left: 2 };
const passkey = {
  id: 3,
  credential_id: "AAAA",
  alias: "Laptop",
  created_time: aMoment,
  last_used_time: 0,
  backed_up: true,
};
const here = {
  id: "aaaa",
  browser: "Firefox",
  system: "macOS",
  source_ip: "192.0.2.7",
  method: "password",
  created_time: aMoment,
  last_seen_time: aMoment,
  current: true,
};
const phone = { ...here, id: "bbbb", browser: "Safari", system: "iPhone", method: "passkey", current: false };

beforeEach(() => {
  answer(getTwoFactor, off);
  answer(listPasskeys, []);
  answer(listSessions, [here]);
});

describe("step-up", () => {
  it("is required before a request is sent: the server counts a missing password as a wrong guess", async () => {
    const calls = answer(updateSelf, aSelf());
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Change password" }));
    const box = await dialog();
    await person.type(box.getByLabelText("New password"), "a new password");
    await person.type(box.getByLabelText("Confirm new password"), "a new password");
    await person.click(box.getByRole("button", { name: "Save password" }));
    expect(await box.findByText("Current password cannot be empty.")).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it("is required by every action that needs it, also beside a code", async () => {
    answer(getTwoFactor, on);
    const calls = answer(disableTwoFactor, null);
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Turn off" }));
    const box = await dialog();
    await person.type(box.getByLabelText("Authenticator code"), "123456{Enter}");
    expect(await box.findByText("Current password cannot be empty.")).toBeInTheDocument();
    expect(calls).toEqual([]);
  });
});

describe("the head of the profile", () => {
  it("shows the name, the terms of the group, and the spending", async () => {
    answer(getSelf, aSelf({ group_name: "VIP", group_ratio: 0.8, group_api_rate: 60 }));
    await visit();
    expect(await screen.findByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeInTheDocument();
    for (const text of ["VIP · ratio 0.8", "60 requests per minute", "$12.50", "$3.00", "128"])
      expect(screen.getByText(text)).toBeInTheDocument();
  });

  it("keeps the tab in the address, and shows an error when loading failed", async () => {
    const { person, location } = await visit();
    await person.click(await screen.findByRole("tab", { name: "Security" }));
    expect(location()).toBe("/panel/profile?tab=security");
    expect(await screen.findByRole("heading", { name: "Two-factor authentication" })).toBeInTheDocument();
  });

  it("offers a retry when the record could not be loaded", async () => {
    unreachable(getSelf);
    await visit();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});

describe("details", () => {
  it("changes the names and shows a taken one on its field", async () => {
    const calls = answer(updateSelf, aSelf({ display_name: "Countess" }));
    const { person } = await visit();
    const name = await screen.findByLabelText("Display name");
    expect(press("Save")).toBeDisabled();
    await person.clear(name);
    await person.type(name, "Countess");
    await person.click(press("Save"));
    await waitFor(() => expect(calls[0]?.body).toEqual({ username: "ada", display_name: "Countess" }));
    const problem = { path: "username", code: "user.name_taken", message: "" };
    reject(updateSelf, "user.name_taken", { fields: [problem] });
    await person.type(screen.getByLabelText(/^Username/), "x");
    await person.click(press("Save"));
    expect(await screen.findByText("This username is taken.")).toBeInTheDocument();
  });

  it("requests the account's deletion with the password, and withdraws it", async () => {
    const requests = answer(requestDeletion, aSelf({ deletion_requested_time: aMoment }));
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Request deletion" }));
    const box = await dialog();
    await person.type(box.getByLabelText("Current password"), "my password");
    await person.click(box.getByRole("button", { name: "Request deletion" }));
    await waitFor(() => expect(requests[0]?.body).toEqual({ current_password: "my password", code: "" }));
    const withdrawn = answer(withdrawDeletion, aSelf());
    await person.click(await screen.findByRole("button", { name: "Withdraw request" }));
    await waitFor(() => expect(withdrawn).toHaveLength(1));
    expect(await screen.findByRole("button", { name: "Request deletion" })).toBeInTheDocument();
  });
});

describe("security", () => {
  it("changes the password once both new ones agree", async () => {
    const calls = answer(updateSelf, aSelf());
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Change password" }));
    const box = await dialog();
    await person.type(box.getByLabelText("Current password"), "my password");
    await person.type(box.getByLabelText("New password"), "a new password");
    await person.type(box.getByLabelText("Confirm new password"), "another one");
    await person.click(box.getByRole("button", { name: "Save password" }));
    expect(await box.findByText("The passwords do not match.")).toBeInTheDocument();
    await person.clear(box.getByLabelText("Confirm new password"));
    await person.type(box.getByLabelText("Confirm new password"), "a new password{Enter}");
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({ current_password: "my password", password: "a new password" }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("prompts for no current password where the account has none", async () => {
    answer(getSelf, aSelf({ has_password: false }));
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Set password" }));
    expect((await dialog()).queryByLabelText("Current password")).not.toBeInTheDocument();
    expect((await dialog()).getByText(/for ten minutes after you sign in/)).toBeInTheDocument();
  });

  it("turns two-factor authentication on: password, picture and secret, code, recovery codes once", async () => {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    answer(beginTwoFactor, { secret, uri: `otpauth://totp/x?secret=${secret}` });
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Turn on" }));
    const first = await dialog();
    await person.type(first.getByLabelText("Current password"), "my password{Enter}");
    await screen.findByRole("heading", { name: "Scan the QR code" });
    const second = await dialog();
    expect(await second.findByRole("img", { name: "QR code for the authenticator app" })).toBeInTheDocument();
    expect(second.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeInTheDocument();
    const problem = { path: "code", code: "auth.second_factor_wrong", message: "" };
    reject(confirmTwoFactor, "auth.second_factor_wrong", { fields: [problem] });
    await person.type(second.getByLabelText("Authenticator code"), "000 000{Enter}");
    expect(await second.findByText("This code is incorrect or was already used.")).toBeInTheDocument();
    const calls = answer(confirmTwoFactor, { recovery_codes: ["aaaaa-bbbbb", "ccccc-ddddd"] });
    answer(getTwoFactor, on);
    await person.clear(second.getByLabelText("Authenticator code"));
    await person.type(second.getByLabelText("Authenticator code"), "123456{Enter}");
    expect(await screen.findByText("aaaaa-bbbbb")).toBeInTheDocument();
    expect(calls[0]?.body).toEqual({ code: "123456" });
    await person.click(press("I have saved the codes"));
    await waitFor(() => expect(screen.queryByText("aaaaa-bbbbb")).not.toBeInTheDocument());
    expect(await screen.findByText("2 recovery codes left")).toBeInTheDocument();
  });

  it("turns it off with password and a recovery code", async () => {
    answer(getTwoFactor, on);
    const calls = answer(disableTwoFactor, null);
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Turn off" }));
    const box = await dialog();
    await person.type(box.getByLabelText("Current password"), "my password{Enter}");
    expect(await box.findByText("Authenticator code cannot be empty.")).toBeInTheDocument();
    await person.click(box.getByRole("button", { name: "Use a recovery code" }));
    await person.type(box.getByLabelText("Recovery code"), "{Enter}");
    expect(await box.findByText("Recovery code cannot be empty.")).toBeInTheDocument();
    await person.type(box.getByLabelText("Recovery code"), "aaaaa-bbbbb{Enter}");
    const body = { current_password: "my password", code: "", recovery_code: "aaaaa-bbbbb" };
    await waitFor(() => expect(calls[0]?.body).toEqual(body));
  });

  it("lists passkeys, renames and deletes them; offers none where they do not work", async () => {
    answer(listPasskeys, [passkey]);
    const renamed = answer(renamePasskey, { ...passkey, alias: "Phone" });
    const { person } = await visit("security");
    await person.click(await screen.findByRole("button", { name: "Rename Laptop" }));
    const box = await dialog();
    await person.clear(box.getByLabelText("Name"));
    await person.type(box.getByLabelText("Name"), "Phone{Enter}");
    await waitFor(() => expect(renamed[0]).toMatchObject({ params: { id: "3" }, body: { alias: "Phone" } }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const deleted = answer(deletePasskey, null);
    await person.click(press("Delete Laptop"));
    const proven = await dialog();
    await person.type(proven.getByLabelText("Current password"), "my password");
    await person.click(proven.getByRole("button", { name: "Delete" }));
    const body = { current_password: "my password", code: "" };
    await waitFor(() => expect(deleted[0]).toMatchObject({ params: { id: "3" }, body }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.queryByRole("button", { name: "Add passkey" })).not.toBeInTheDocument();
    expect(screen.getByText(/require HTTPS and a domain name/)).toBeInTheDocument();
  });

  it("lists sessions, and ends one or all others", async () => {
    answer(listSessions, [here, phone]);
    const ended = answer(endSession, null);
    const { person } = await visit("security");
    expect(await screen.findByText("Firefox on macOS")).toBeInTheDocument();
    expect(screen.getByText("This browser")).toBeInTheDocument();
    await person.click(press("Sign out Safari on iPhone"));
    await waitFor(() => expect(ended[0]?.params).toMatchObject({ id: "bbbb" }));
    const all = answer(endOtherSessions, { ended: 1 });
    await person.click(press("Sign out everywhere else"));
    const question = within(await screen.findByRole("alertdialog"));
    await person.click(question.getByRole("button", { name: "Sign out everywhere else" }));
    await waitFor(() => expect(all).toHaveLength(1));
  });

  it("shows an administrator that two-factor authentication is required", async () => {
    answer(getSelf, aSelf({ second_factor_due: true }));
    await visit("security");
    expect(await screen.findByRole("alert")).toHaveTextContent(/must use two-factor authentication/);
  });
});

describe("linked accounts", () => {
  it("binds an address by the code that was sent to it", async () => {
    answer(getSelf, aSelf({ email: "" }));
    const sent = answer(sendVerification, null);
    const bound = answer(bindEmail, null);
    const { person } = await visit("bindings");
    await person.click(await screen.findByRole("button", { name: "Add email address" }));
    const box = await dialog();
    await person.click(box.getByRole("button", { name: "Send code" }));
    expect(sent).toHaveLength(0);
    await person.type(box.getByLabelText("New email address"), "Ada@Example.com");
    await person.click(box.getByRole("button", { name: "Send code" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await box.findByRole("button", { name: /^\d+ s$/ })).toBeDisabled();
    await person.type(box.getByLabelText("Verification code"), "123456");
    await person.type(box.getByLabelText("Current password"), "my password{Enter}");
    await waitFor(() =>
      expect(bound[0]?.body).toMatchObject({ email: "ada@example.com", verification_code: "123456" }),
    );
  });
});

describe("API access", () => {
  it("shows a new access token once", async () => {
    const token = "A".repeat(32);
    const calls = answer(makeAccessToken, token);
    const { person } = await visit("access");
    await person.click(await screen.findByRole("button", { name: "Create access token" }));
    const box = await dialog();
    await person.type(box.getByLabelText("Current password"), "my password{Enter}");
    expect(await screen.findByLabelText("Access token")).toHaveTextContent(token);
    expect(calls[0]?.body).toEqual({ current_password: "my password", code: "" });
  });
});

describe("notifications", () => {
  const setting = {
    quota_reminder: true,
    quota_threshold: 500_000,
    new_place: true,
    task_done: false,
    by_mail: true,
    by_telegram: false,
  };

  it("are sent by Telegram if the account is bound to the bot, and by mail if its address is verified", async () => {
    answer(getNotifySetting, setting);
    const calls = answer(updateNotifySetting, { ...setting, by_telegram: true });
    answer(getStatus, aSiteInfo({ telegram_bot: "gate_bot" }));
    answer(getSelf, aSelf({ email: "", bindings: { ...noBindings, telegram: "77" } }));
    const { person } = await visit("notifications");
    expect(await screen.findByRole("switch", { name: "By email" })).toBeDisabled();
    const telegram = screen.getByRole("switch", { name: "By Telegram" });
    expect(telegram).toHaveAccessibleDescription("Sent by @gate_bot.");
    await person.click(telegram);
    await waitFor(() => expect(calls[0]?.body).toEqual({ by_telegram: true }));
  });

  it("change immediately, and revert when the server rejects it", async () => {
    answer(getNotifySetting, setting);
    const calls = answer(updateNotifySetting, { ...setting, new_place: false });
    const { person } = await visit("notifications");
    const place = await screen.findByRole("switch", { name: "Sign-in from a new IP address" });
    await person.click(place);
    await waitFor(() => expect(calls[0]?.body).toEqual({ new_place: false }));
    expect(place).not.toBeChecked();
    reject(updateNotifySetting, "server.internal");
    await person.click(place);
    await waitFor(() => expect(place).not.toBeChecked());
  });
});

it("is translated to Chinese", async () => {
  await visit("security", { language: "zh_CN" });
  expect(await screen.findByRole("heading", { name: "两步验证" })).toBeInTheDocument();
});

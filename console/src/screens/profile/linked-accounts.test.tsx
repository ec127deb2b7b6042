import { beginLink, beginOidcLink, linkWeChat, unlink } from "@tollgate/contract/oauth";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aSelf, aSiteInfo, aUser, noBindings } from "../../../test/builders";
import { renderScreen, type RenderOptions } from "../../../test/render-app";
import { leavePage } from "../../widgets/sign-in-methods/leave-page";
import { profileScreen } from "./screen";

vi.mock("../../widgets/sign-in-methods/leave-page", () => ({ leavePage: vi.fn<typeof leavePage>() }));
beforeEach(() => vi.mocked(leavePage).mockClear());

const offered = {
  github_oauth: true,
  github_client_id: "Iv1.abc",
  oidc_auth: true,
  wechat_login: true,
  wechat_qrcode: "/qr.png",
};
const visit = (options: RenderOptions = {}) =>
  renderScreen(profileScreen, { user: aUser(), url: "/panel/profile?tab=bindings", ...options });
const left = () => vi.mocked(leavePage).mock.calls.map(([address]) => new URL(address));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const stepUp = { current_password: "my password", code: "" };

describe("linking an external account", () => {
  beforeEach(() => {
    answer(getStatus, aSiteInfo(offered));
    answer(getSelf, aSelf({ bindings: noBindings }));
  });

  it("asks for the password before anyone is sent to GitHub", async () => {
    const calls = answer(beginLink, "one-time");
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Link GitHub" }));
    const asking = await dialog("Link GitHub?");
    expect([calls, left()]).toEqual([[], []]);
    await person.type(asking.getByLabelText("Current password"), "my password");
    await person.click(asking.getByRole("button", { name: "Link" }));
    await waitFor(() => expect(left()[0]?.searchParams.get("state")).toBe("one-time"));
    expect(calls.map((call) => call.body)).toEqual([{ method: "github", ...stepUp }]);
  });

  it("does not redirect with a wrong password, and shows the error at the field", async () => {
    const message = "The current password is incorrect.";
    reject(beginOidcLink, "user.password_wrong", {
      fields: [{ path: "current_password", code: "user.password_wrong", message }],
    });
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Link single sign-on" }));
    const asking = await dialog("Link single sign-on?");
    await person.type(asking.getByLabelText("Current password"), "a guess{Enter}");
    await waitFor(() =>
      expect(asking.getByLabelText("Current password")).toHaveAccessibleDescription(/incorrect/),
    );
    expect(left()).toEqual([]);
    answer(beginOidcLink, "https://id.example/authorize?state=x");
    await person.click(asking.getByRole("button", { name: "Link" }));
    await waitFor(() => expect(left().map(String)).toEqual(["https://id.example/authorize?state=x"]));
  });

  it("accepts WeChat's code and the password in one dialog", async () => {
    const calls = answer(linkWeChat, null);
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Link WeChat" }));
    const asking = await dialog("Link WeChat");
    expect(asking.getByRole("img", { name: "QR code of the WeChat account" })).toBeInTheDocument();
    await person.type(asking.getByLabelText("Verification code"), " 654321 ");
    await person.type(asking.getByLabelText("Current password"), "my password{Enter}");
    expect(await screen.findByText("Your account is linked to WeChat.")).toBeVisible();
    expect(calls.map((call) => call.body)).toEqual([{ wechat_code: "654321", ...stepUp }]);
  });

  it("prompts accounts without password and two-factor authentication for nothing, and shows when they must sign in again", async () => {
    answer(getSelf, aSelf({ bindings: noBindings, has_password: false }));
    reject(beginLink, "auth.proof_required");
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Link GitHub" }));
    const asking = await dialog("Link GitHub?");
    expect(asking.queryByRole("textbox")).not.toBeInTheDocument();
    await person.click(asking.getByRole("button", { name: "Link" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/sign in/i);
    expect(left()).toEqual([]);
  });
});

describe("unlinking", () => {
  const bindings = { ...noBindings, github: "octocat" };

  it("lists linked and available services, and prompts for the password", async () => {
    answer(getStatus, aSiteInfo({ wechat_login: true, lark_login: true }));
    answer(getSelf, aSelf({ bindings }));
    const calls = answer(unlink, null);
    const { person } = await visit();
    expect(await screen.findByText("Linked as octocat")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Unlink GitHub" }));
    const asking = await dialog("Unlink GitHub?");
    await person.type(asking.getByLabelText("Current password"), "my password");
    answer(getSelf, aSelf({ bindings: noBindings }));
    await person.click(asking.getByRole("button", { name: "Unlink" }));
    await waitFor(() => expect(calls.map((call) => call.body)).toEqual([{ type: "github", ...stepUp }]));
    // GitHub is no longer offered, so its row disappears with its link.
    await waitFor(() => expect(screen.queryByText("GitHub")).not.toBeInTheDocument());
  });

  it("shows why the last sign-in method cannot be unlinked", async () => {
    answer(getSelf, aSelf({ bindings }));
    reject(unlink, "user.last_sign_in");
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Unlink GitHub" }));
    const asking = await dialog("Unlink GitHub?");
    await person.type(asking.getByLabelText("Current password"), "my password{Enter}");
    expect(await screen.findByText(/your only sign-in method/)).toBeVisible();
  });

  it("is translated to Chinese", async () => {
    answer(getSelf, aSelf({ bindings }));
    const { person } = await visit({ language: "zh_CN" });
    await person.click(await screen.findByRole("button", { name: "解绑 GitHub" }));
    expect(await dialog("要解绑 GitHub 吗？")).toBeDefined();
  });
});

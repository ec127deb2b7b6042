import { getOidcAddress, getSignInState, signInByWeChat } from "@tollgate/contract/oauth";
import { getStatus, type SiteInfo } from "@tollgate/contract/site-info";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aSiteInfo, aUser } from "../../../test/builders";
import { renderApp } from "../../../test/render-app";
import { session } from "../../lib/session/session";
import { leavePage } from "./leave-page";
import { SignInMethods } from "./sign-in-methods";

vi.mock("./leave-page", () => ({ leavePage: vi.fn<typeof leavePage>() }));
beforeEach(() => vi.mocked(leavePage).mockClear());

const all: Partial<SiteInfo> = {
  github_oauth: true,
  github_client_id: "Iv1.abc",
  oidc_auth: true,
  lark_login: true,
  lark_client_id: "cli_abc",
  wechat_login: true,
  wechat_qrcode: "/qr.png",
};
const button = (name: string) => screen.findByRole("button", { name });
const left = () => vi.mocked(leavePage).mock.calls.map(([address]) => new URL(address));

describe("buttons of a sign-in page", () => {
  it("are those of the services that the server offers", async () => {
    answer(getStatus, aSiteInfo({ github_oauth: true, wechat_login: true }));
    await renderApp(<SignInMethods />);
    await button("Continue with GitHub");
    expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual([
      "Continue with GitHub",
      "Continue with WeChat",
    ]);
  });

  it("are absent, with their divider, where no service is offered", async () => {
    await renderApp(<SignInMethods />);
    expect(screen.queryByText("or")).not.toBeInTheDocument();
    expect(screen.queryByRole("separator")).not.toBeInTheDocument();
  });

  it("go to GitHub with a one-time state, the scope and the invitation", async () => {
    answer(getStatus, aSiteInfo(all));
    const calls = answer(getSignInState, "one-time");
    const { person } = await renderApp(<SignInMethods aff="friend" />);
    await person.click(await button("Continue with GitHub"));
    await waitFor(() => expect(left()).toHaveLength(1));
    const [address] = left();
    expect(`${address?.origin}${address?.pathname}`).toBe("https://github.com/login/oauth/authorize");
    expect(Object.fromEntries(address?.searchParams ?? [])).toEqual({
      client_id: "Iv1.abc",
      state: "one-time",
      scope: "user:email",
    });
    expect(calls.map((call) => call.query)).toEqual([{ method: "github", aff: "friend" }]);
  });

  it("go to Lark, to be sent back to /oauth/lark", async () => {
    answer(getStatus, aSiteInfo({ ...all, lark_address: "https://open.larksuite.com" }));
    answer(getSignInState, "one-time");
    const { person } = await renderApp(<SignInMethods />);
    await person.click(await button("Continue with Lark"));
    await waitFor(() => expect(left()).toHaveLength(1));
    const [address] = left();
    expect(`${address?.origin}${address?.pathname}`).toBe(
      "https://open.larksuite.com/open-apis/authen/v1/authorize",
    );
    expect(Object.fromEntries(address?.searchParams ?? [])).toEqual({
      app_id: "cli_abc",
      redirect_uri: `${window.location.origin}/oauth/lark`,
      state: "one-time",
    });
  });

  it("go to the OIDC provider at the address that the server gives", async () => {
    answer(getStatus, aSiteInfo(all));
    answer(getOidcAddress, "https://id.example/authorize?state=x");
    const { person } = await renderApp(<SignInMethods />);
    await person.click(await button("Continue with single sign-on"));
    await waitFor(() => expect(left().map(String)).toEqual(["https://id.example/authorize?state=x"]));
  });

  it("do not redirect without a state, and show why", async () => {
    answer(getStatus, aSiteInfo(all));
    reject(getSignInState, "oauth.method_disabled", { params: { service: "GitHub" } });
    const { person } = await renderApp(<SignInMethods />);
    await person.click(await button("Continue with GitHub"));
    expect(await screen.findByText("Sign-in with GitHub is disabled.")).toBeVisible();
    expect(left()).toEqual([]);
  });

  it("is translated to Chinese", async () => {
    answer(getStatus, aSiteInfo(all));
    await renderApp(<SignInMethods />, { language: "zh_CN" });
    expect(await button("使用 GitHub 登录")).toBeVisible();
    expect(await button("使用微信登录")).toBeVisible();
  });
});

describe("the WeChat dialog", () => {
  const open = async () => {
    answer(getStatus, aSiteInfo(all));
    const app = await renderApp(<SignInMethods aff="friend" />);
    await app.person.click(await button("Continue with WeChat"));
    const dialog = within(await screen.findByRole("dialog", { name: "Sign in with WeChat" }));
    return { ...app, dialog };
  };

  it("shows the QR code, accepts the code and signs in", async () => {
    const { person, dialog } = await open();
    const calls = answer(signInByWeChat, aUser());
    expect(dialog.getByRole("img", { name: "QR code of the WeChat account" })).toHaveAttribute(
      "src",
      "/qr.png",
    );
    await person.type(dialog.getByLabelText("Verification code"), " 123456 {Enter}");
    await waitFor(() => expect(session.user()).toMatchObject({ username: "ada" }));
    expect(calls.map((call) => call.query)).toEqual([{ code: "123456", aff: "friend" }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("requires the code, and shows at the field that it is wrong", async () => {
    const { person, dialog } = await open();
    const field = dialog.getByLabelText("Verification code");
    await person.type(field, "{Enter}");
    expect(field).toHaveAccessibleDescription("Enter the verification code.");
    reject(signInByWeChat, "oauth.wechat_code_wrong");
    await person.type(field, "000000{Enter}");
    await waitFor(() => expect(field).toHaveAccessibleDescription(/incorrect or has expired/));
    expect(session.user()).toBeUndefined();
  });

  it("goes on to two-factor authentication", async () => {
    const { person, dialog, location } = await open();
    reject(signInByWeChat, "auth.second_factor_required");
    await person.type(dialog.getByLabelText("Verification code"), "123456{Enter}");
    await waitFor(() => expect(location()).toBe("/login"));
  });
});

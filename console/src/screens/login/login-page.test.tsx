import { login } from "@tollgate/contract/auth";
import { getStatus } from "@tollgate/contract/site-info";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer, hold, reject } from "../../../test/api-mock";
import { aSiteInfo, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { session } from "../../lib/session/session";
import { loginScreen } from "./screen";

const username = () => screen.getByLabelText("Username or email");
const password = () => screen.getByLabelText("Password");
const submit = () => screen.getByRole("button", { name: "Sign in" });

describe("login page", () => {
  it("signs in, keeps the user and goes to the console", async () => {
    const calls = answer(login, aUser());
    const { person, location } = await renderScreen(loginScreen);
    await person.type(username(), " ada ");
    await person.type(password(), "correct horse{Enter}");
    await waitFor(() => expect(location()).toBe("/panel"));
    expect(calls.map((call) => call.body)).toEqual([{ username: "ada", password: "correct horse" }]);
    expect(session.user()).toMatchObject({ username: "ada", role: 1 });
    expect(JSON.parse(window.localStorage.getItem("user") ?? "{}")).toMatchObject({ role: 1 });
  });

  it("requires both fields before it calls the server", async () => {
    const { person } = await renderScreen(loginScreen);
    await person.click(submit());
    expect(await screen.findByText("Username or email cannot be empty.")).toBeInTheDocument();
    expect(screen.getByText("Password cannot be empty.")).toBeInTheDocument();
    expect(username()).toHaveFocus();
  });

  it("keeps the error of a wrong password on the form until a change", async () => {
    reject(login, "auth.bad_credentials");
    const { person, location } = await renderScreen(loginScreen);
    await person.type(username(), "ada");
    await person.type(password(), "wrong{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("Incorrect username or password.");
    expect(screen.getAllByText("Incorrect username or password.")).toHaveLength(1);
    expect(password()).toHaveFocus();
    expect(location()).toBe("/login");
    await person.type(password(), "x");
    expect(screen.queryByText("Incorrect username or password.")).not.toBeInTheDocument();
  });

  it("offers a reset only where mail can be sent, and shows the contact otherwise", async () => {
    answer(getStatus, aSiteInfo({ password_reset: false, support_contact: "mailto:help@example.org" }));
    await renderScreen(loginScreen);
    expect(await screen.findByRole("link", { name: "Contact help@example.org" })).toHaveAttribute(
      "href",
      "mailto:help@example.org",
    );
    expect(screen.queryByRole("link", { name: "Forgot your password?" })).not.toBeInTheDocument();
  });

  it("links to the reset where mail can be sent", async () => {
    answer(getStatus, aSiteInfo({ password_reset: true }));
    await renderScreen(loginScreen);
    expect(await screen.findByRole("link", { name: "Forgot your password?" })).toHaveAttribute(
      "href",
      "/reset",
    );
  });

  it("shows progress while the request runs", async () => {
    const release = hold(login, aUser());
    const { person } = await renderScreen(loginScreen);
    await person.type(username(), "ada");
    await person.type(password(), "correct horse{Enter}");
    await waitFor(() => expect(submit()).toBeDisabled());
    release();
  });

  it("redirects a signed-in user", async () => {
    const { location } = await renderScreen(loginScreen, { user: aUser() });
    await waitFor(() => expect(location()).toBe("/panel"));
  });

  it("shows no password fields where password sign-in is disabled", async () => {
    answer(getStatus, aSiteInfo({ password_login: false }));
    await renderScreen(loginScreen);
    expect(await screen.findByText(/No sign-in method is available/)).toBeInTheDocument();
    expect(screen.queryByLabelText("Password")).not.toBeInTheDocument();
  });

  it("hints at the demo account in a demo", async () => {
    answer(getStatus, aSiteInfo({ demo: true }));
    await renderScreen(loginScreen);
    expect(await screen.findByText(/This is a demo/)).toBeInTheDocument();
  });

  it("is translated to Chinese", async () => {
    await renderScreen(loginScreen, { language: "zh_CN" });
    expect(screen.getByLabelText("用户名或邮箱")).toBeInTheDocument();
  });
});

import { signInByGitHub, signInByLark, signInByOidc } from "@tollgate/contract/oauth";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, hold, reject, unreachable } from "../../../test/api-mock";
import { aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { session } from "../../lib/session/session";
import { gitHubCallbackScreen, larkCallbackScreen, oidcCallbackScreen } from "./screen";

const url = "/oauth/github?code=abc&state=xyz";

describe("oauth callback page", () => {
  it("signs in once with the service's parameters, and opens the console", async () => {
    const calls = answer(signInByGitHub, aUser());
    const { location } = await renderScreen(gitHubCallbackScreen, { url });
    await waitFor(() => expect(location()).toBe("/panel"));
    expect(calls.map((call) => call.query)).toEqual([{ code: "abc", state: "xyz" }]);
    expect(session.user()).toMatchObject({ username: "ada" });
  });

  it("forwards the issuer", async () => {
    const calls = answer(signInByOidc, aUser());
    await renderScreen(oidcCallbackScreen, {
      url: "/oauth/oidc?code=abc&state=xyz&iss=https%3A%2F%2Fid.example",
    });
    await waitFor(() =>
      expect(calls[0]?.query).toEqual({ code: "abc", state: "xyz", iss: "https://id.example" }),
    );
  });

  it("shows that it is signing in", async () => {
    const release = hold(signInByLark, aUser());
    const { location } = await renderScreen(larkCallbackScreen, { url: "/oauth/lark?code=abc&state=xyz" });
    expect(screen.getByRole("heading", { level: 1, name: "Signing in with Lark" })).toBeVisible();
    expect(screen.getByRole("progressbar")).toBeVisible();
    release();
    await waitFor(() => expect(location()).toBe("/panel"));
  });

  it("shows that an account was linked, and keeps the session", async () => {
    answer(signInByGitHub, null);
    const { location } = await renderScreen(gitHubCallbackScreen, {
      url,
      user: aUser({ username: "grace" }),
    });
    await waitFor(() => expect(location()).toBe("/panel"));
    expect(await screen.findByText("Your account is linked to GitHub.")).toBeVisible();
    expect(session.user()).toMatchObject({ username: "grace" });
  });

  it("goes on to two-factor authentication", async () => {
    reject(signInByGitHub, "auth.second_factor_required");
    const { location } = await renderScreen(gitHubCallbackScreen, { url });
    await waitFor(() => expect(location()).toBe("/login"));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("does not call the server when the user denied access", async () => {
    const calls = answer(signInByGitHub, aUser());
    const { person, location } = await renderScreen(gitHubCallbackScreen, {
      url: "/oauth/github?error=access_denied&state=xyz",
    });
    expect(screen.getByRole("alert")).toHaveTextContent("You declined access at GitHub.");
    await person.click(screen.getByRole("link", { name: "Back to sign-in" }));
    expect(location()).toBe("/login");
    expect(calls).toEqual([]);
  });
});

describe("a failed attempt", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it("is repeated up to three times with a message each, then redirects to /login", async () => {
    const calls = reject(signInByGitHub, "oauth.unreachable", { params: { service: "GitHub" } });
    const { location } = await renderScreen(gitHubCallbackScreen, { url });
    for (const attempt of [2, 3]) {
      await screen.findByText(`No response yet. Attempt ${attempt} of 3.`);
      await vi.advanceTimersByTimeAsync(2000);
    }
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("GitHub cannot be reached"));
    expect(screen.getByText("Redirecting to the sign-in page…")).toBeVisible();
    expect(calls).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(6000);
    await waitFor(() => expect(location()).toBe("/login"));
  });

  it("is repeated when the server cannot be reached", async () => {
    unreachable(signInByGitHub);
    await renderScreen(gitHubCallbackScreen, { url });
    await screen.findByText("No response yet. Attempt 2 of 3.");
    answer(signInByGitHub, aUser());
    await vi.advanceTimersByTimeAsync(2000);
    await waitFor(() => expect(session.user()).toMatchObject({ username: "ada" }));
  });

  it.each(["oauth.state_unknown", "oauth.email_taken", "register.disabled", "oauth.broken_off"] as const)(
    "is final for %s",
    async (code) => {
      const calls = reject(signInByGitHub, code, { params: { service: "GitHub" } });
      await renderScreen(gitHubCallbackScreen, { url });
      await screen.findByRole("alert");
      await vi.advanceTimersByTimeAsync(5000);
      expect(calls).toHaveLength(1);
    },
  );

  it("redirects to the profile when linking", async () => {
    reject(signInByGitHub, "user.link_taken");
    const { location } = await renderScreen(gitHubCallbackScreen, { url, user: aUser() });
    await screen.findByRole("alert");
    expect(screen.getByText("Redirecting to your profile…")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to your profile" })).toBeVisible();
    await vi.advanceTimersByTimeAsync(6000);
    await waitFor(() => expect(location()).toBe("/panel/profile?tab=bindings"));
  });
});

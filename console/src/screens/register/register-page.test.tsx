import { screen, waitFor } from "@testing-library/react";
import { register, sendVerification } from "@tollgate/contract/registration";
import { getStatus } from "@tollgate/contract/site-info";
import { describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aSiteInfo, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { registerScreen } from "./screen";

const open = (part = {}) => answer(getStatus, aSiteInfo({ register_enabled: true, ...part }));
const field = (label: string) => screen.findByLabelText(label);
const submit = () => screen.getByRole("button", { name: "Create account" });

describe("register page", () => {
  it("creates an account and opens the sign-in page", async () => {
    open();
    const calls = answer(register, null);
    const { person, location } = await renderScreen(registerScreen);
    await person.type(await field("Username"), "ada");
    await person.type(await field("Password"), "a long password");
    await person.type(await field("Confirm password"), "a long password");
    await person.click(submit());
    await waitFor(() => expect(location()).toBe("/login"));
    expect(calls[0]?.body).toMatchObject({ username: "ada", password: "a long password", aff_code: "" });
    expect(calls[0]?.body).not.toHaveProperty("confirm");
  });

  it("shows the rule from the start, and generates a password that fills both fields and can be copied", async () => {
    open();
    const calls = answer(register, null);
    const { person } = await renderScreen(registerScreen);
    expect(await screen.findByText("At least 8 characters")).toBeInTheDocument();
    await person.type(await field("Username"), "ada");
    await person.click(screen.getByRole("button", { name: "Generate password" }));
    const made = (await field("Password")) as HTMLInputElement;
    expect(made).toHaveAttribute("type", "text");
    expect(made.value).toMatch(/^\S{20}$/);
    expect(await field("Confirm password")).toHaveValue(made.value);
    expect(screen.getByRole("status", { name: "Password strength: Strong" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Copy password" }));
    expect(await window.navigator.clipboard.readText()).toBe(made.value);
    await person.click(submit());
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ password: made.value }));
  });

  it("validates all fields before it calls the server", async () => {
    open({ email_verification: true });
    const { person } = await renderScreen(registerScreen);
    await person.type(await field("Username"), "a");
    await person.type(await field("Password"), "short");
    await person.type(await field("Confirm password"), "other");
    await person.click(submit());
    expect(await screen.findByText("At least 3 characters.")).toBeInTheDocument();
    expect(screen.getByText("At least 8 characters.")).toBeInTheDocument();
    expect(await field("Email")).toBeInvalid();
    expect(await field("Verification code")).toBeInvalid();
    await person.type(await field("Password"), " and longer");
    await person.type(await field("Username"), "da");
    await person.type(await field("Email"), "ada@example.org");
    await person.type(await field("Verification code"), "123456");
    expect(await screen.findByText("The passwords do not match.")).toBeInTheDocument();
  });

  it("sends a code to a valid address, and counts down until the next", async () => {
    open({ email_verification: true });
    const calls = answer(sendVerification, null);
    const { person } = await renderScreen(registerScreen);
    await person.type(await field("Email"), "ada");
    await person.click(screen.getByRole("button", { name: "Send code" }));
    expect(await field("Email")).toBeInvalid();
    expect(calls).toHaveLength(0);
    await person.type(await field("Email"), "@Example.org");
    await person.click(screen.getByRole("button", { name: "Send code" }));
    expect(await screen.findByText("Code sent to ada@example.org.")).toBeInTheDocument();
    const counting = await screen.findByRole("button", { name: /^\d+ s$/ });
    expect(counting).toBeDisabled();
    expect(await field("Verification code")).toHaveFocus();
    expect(calls[0]?.query).toMatchObject({ email: "ada@example.org" });
  });

  it("shows the server's rejection on its field", async () => {
    open();
    const problem = { path: "username", code: "user.name_taken", message: "" };
    reject(register, "user.name_taken", { fields: [problem] });
    const { person } = await renderScreen(registerScreen);
    await person.type(await field("Username"), "ada");
    await person.type(await field("Password"), "a long password");
    await person.type(await field("Confirm password"), "a long password");
    await person.click(submit());
    await waitFor(() => expect(screen.getByLabelText("Username")).toBeInvalid());
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("This username is taken.");
  });

  it("keeps the invitation of a link until the account is created", async () => {
    open();
    const calls = answer(register, null);
    const first = await renderScreen(registerScreen, { url: "/register?aff=AbC12345" });
    expect(await screen.findByText("You were invited to Tollgate.")).toBeInTheDocument();
    expect(window.localStorage.getItem("aff")).toBe("AbC12345");
    await first.person.type(await field("Username"), "ada");
    await first.person.type(await field("Password"), "a long password");
    await first.person.type(await field("Confirm password"), "a long password");
    await first.person.click(submit());
    await waitFor(() => expect(first.location()).toBe("/login"));
    expect(calls[0]?.body).toMatchObject({ aff_code: "AbC12345" });
    expect(window.localStorage.getItem("aff")).toBeNull();
  });

  it("waits for Turnstile, and shows when its script cannot be loaded", async () => {
    open({ turnstile_check: true, turnstile_site_key: "key", turnstile_address: "https://turnstile.test" });
    const calls = answer(register, null);
    const { person } = await renderScreen(registerScreen);
    await person.type(await field("Username"), "ada");
    await person.type(await field("Password"), "a long password");
    await person.type(await field("Confirm password"), "a long password");
    await person.click(submit());
    expect(await screen.findByText(/Turnstile is still checking/)).toBeInTheDocument();
    document.querySelector("script[src^='https://turnstile.test']")?.dispatchEvent(new Event("error"));
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
    expect(calls).toHaveLength(0);
  });

  it("shows that registration is closed", async () => {
    open({ register_enabled: false });
    await renderScreen(registerScreen);
    expect(await screen.findByText(/Registration is closed/)).toBeInTheDocument();
    expect(screen.queryByLabelText("Username")).not.toBeInTheDocument();
  });

  it("redirects a signed-in user", async () => {
    open();
    const { location } = await renderScreen(registerScreen, { user: aUser() });
    await waitFor(() => expect(location()).toBe("/panel"));
  });
});

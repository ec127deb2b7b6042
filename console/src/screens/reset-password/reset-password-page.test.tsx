import { checkResetLink, resetPassword } from "@tollgate/contract/registration";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { renderScreen } from "../../../test/render-app";
import { resetPasswordScreen } from "./screen";

const url = "/user/reset?email=ada%40example.org&token=a-token";

it("sets a new password with a valid link", async () => {
  const checks = answer(checkResetLink, true);
  const calls = answer(resetPassword, "");
  const { person } = await renderScreen(resetPasswordScreen, { url });
  await person.type(await screen.findByLabelText("New password"), "a new password");
  expect(screen.getByRole("status")).toHaveAccessibleName(/Password strength: /);
  await person.type(screen.getByLabelText("Confirm password"), "a new password{Enter}");
  expect(await screen.findByText("Password changed")).toBeInTheDocument();
  expect(checks[0]?.body).toEqual({ email: "ada@example.org", token: "a-token" });
  expect(calls[0]?.body).toEqual({ email: "ada@example.org", token: "a-token", password: "a new password" });
});

it.each([
  ["/user/reset"],
  ["/user/reset?email=ada%40example.org"],
  ["/user/reset?token=x"],
  ["/user/reset?email=ada%40exam&token=x"],
])("shows that %s is not a valid link, without a request", async (address) => {
  const checks = answer(checkResetLink, true);
  await renderScreen(resetPasswordScreen, { url: address });
  expect(await screen.findByText("Invalid link")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Send a new link" })).toHaveAttribute("href", "/reset");
  expect(checks).toHaveLength(0);
});

it("shows that a link is invalid, also when it expires while the form is open", async () => {
  answer(checkResetLink, true);
  reject(resetPassword, "reset.link_dead");
  const { person } = await renderScreen(resetPasswordScreen, { url });
  await person.type(await screen.findByLabelText("New password"), "a new password");
  await person.type(screen.getByLabelText("Confirm password"), "a new password{Enter}");
  expect(await screen.findByText("Invalid link")).toBeInTheDocument();
});

it("rejects two passwords that differ", async () => {
  answer(checkResetLink, true);
  const { person } = await renderScreen(resetPasswordScreen, { url });
  await person.type(await screen.findByLabelText("New password"), "a new password");
  await person.type(screen.getByLabelText("Confirm password"), "another password{Enter}");
  expect(await screen.findByText("The passwords do not match.")).toBeInTheDocument();
});

it("shows that the link could not be checked, and retries", async () => {
  reject(checkResetLink, "server.internal");
  const { person } = await renderScreen(resetPasswordScreen, { url });
  const again = await screen.findByRole("button", { name: "Try again" });
  answer(checkResetLink, true);
  await person.click(again);
  expect(await screen.findByLabelText("New password")).toBeInTheDocument();
});

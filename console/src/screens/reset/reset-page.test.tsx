import { requestReset } from "@tollgate/contract/registration";
import { getStatus } from "@tollgate/contract/site-info";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { aSiteInfo } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { resetScreen } from "./screen";

beforeEach(() => {
  answer(getStatus, aSiteInfo({ password_reset: true }));
});

it("sends a link and does not reveal whether the address belongs to an account", async () => {
  const calls = answer(requestReset, null);
  const { person } = await renderScreen(resetScreen);
  await person.type(await screen.findByLabelText("Email"), "ada@example.org{Enter}");
  expect(await screen.findByText(/If an account uses ada@example.org/)).toBeInTheDocument();
  expect(calls[0]?.query).toMatchObject({ email: "ada@example.org" });
  await person.click(screen.getByRole("button", { name: "Use another email address" }));
  expect(screen.getByLabelText("Email")).toHaveValue("");
});

it("requires a valid address", async () => {
  const calls = answer(requestReset, null);
  const { person } = await renderScreen(resetScreen);
  await person.type(await screen.findByLabelText("Email"), "ada{Enter}");
  expect(await screen.findByText(/Enter an email address/)).toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

it("stays on the form when the server rejects it", async () => {
  reject(requestReset, "mail.not_configured");
  const { person } = await renderScreen(resetScreen);
  await person.type(await screen.findByLabelText("Email"), "ada@example.org{Enter}");
  expect(await screen.findByText(/not set up to send email/)).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(/not set up to send email/);
  expect(screen.getAllByText(/not set up to send email/)).toHaveLength(1);
  expect(screen.getByLabelText("Email")).toHaveValue("ada@example.org");
  await person.type(screen.getByLabelText("Email"), "x");
  expect(screen.queryByText(/not set up to send email/)).not.toBeInTheDocument();
});

it("shows when mail cannot be sent, and whom to contact", async () => {
  answer(getStatus, aSiteInfo({ support_contact: "https://help.example.org" }));
  await renderScreen(resetScreen);
  expect(await screen.findByText("Password reset is not available")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Contact help.example.org" })).toHaveAttribute(
    "href",
    "https://help.example.org",
  );
  expect(screen.queryByLabelText("Email")).not.toBeInTheDocument();
});

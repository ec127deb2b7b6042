import { requestReset } from "@tollgate/contract/registration";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answer, refuse } from "../../../test/api-mock";
import { renderScreen } from "../../../test/render-app";
import { resetScreen } from "./screen";

it("sends a link and does not tell whether the address belongs to an account", async () => {
  const calls = answer(requestReset, null);
  const { person } = await renderScreen(resetScreen);
  await person.type(screen.getByLabelText("E-mail"), "ada@example.org{Enter}");
  expect(await screen.findByText(/If an account has the address ada@example.org/)).toBeInTheDocument();
  expect(calls[0]?.query).toMatchObject({ email: "ada@example.org" });
  await person.click(screen.getByRole("button", { name: "Use another address" }));
  expect(screen.getByLabelText("E-mail")).toHaveValue("");
});

it("asks for an address that is one", async () => {
  const calls = answer(requestReset, null);
  const { person } = await renderScreen(resetScreen);
  await person.type(screen.getByLabelText("E-mail"), "ada{Enter}");
  expect(await screen.findByText(/Enter an e-mail address/)).toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

it("stays on the form when the server refuses", async () => {
  refuse(requestReset, "mail.not_configured");
  const { person } = await renderScreen(resetScreen);
  await person.type(screen.getByLabelText("E-mail"), "ada@example.org{Enter}");
  expect(await screen.findByText(/not set up to send mail/)).toBeInTheDocument();
  expect(screen.getByLabelText("E-mail")).toHaveValue("ada@example.org");
});

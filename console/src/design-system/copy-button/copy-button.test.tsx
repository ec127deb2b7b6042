import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderApp } from "../../../test/render-app";
import { CopyButton } from "./copy-button";
import * as clipboard from "./copy-text";

afterEach(() => vi.restoreAllMocks());

it("shows the text for manual copying when the browser denies clipboard access", async () => {
  vi.spyOn(clipboard, "copyText").mockResolvedValue(false);
  const { person } = await renderApp(<CopyButton text="req-42" />);
  await person.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Could not copy. Select the text and copy it:")).toBeVisible();
  expect(screen.getByText("req-42")).toBeVisible();
  expect(screen.getByRole("button", { name: "Download" })).toBeVisible();
});

it("shows on the button that the text was copied", async () => {
  const { person } = await renderApp(<CopyButton text="req-42" caption="Copy the id" />);
  await person.click(screen.getByRole("button", { name: "Copy the id" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(screen.queryByText("req-42")).not.toBeInTheDocument();
});

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { analyticsScreen } from "./screen";

it("says what the screen is for while there is nothing on it", async () => {
  await renderScreen(analyticsScreen, { user: aUser() });
  expect(screen.getByRole("heading", { name: "Analytics" })).toBeVisible();
  expect(screen.getByText("Nothing here yet")).toBeVisible();
});

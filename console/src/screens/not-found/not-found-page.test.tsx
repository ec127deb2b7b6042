import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { notFoundScreen, panelNotFoundScreen } from "./screen";

describe("not found page", () => {
  it("shows one heading, and links a visitor to the start", async () => {
    const { person, location } = await renderScreen(notFoundScreen);
    expect(screen.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await person.click(screen.getByRole("link", { name: "Go to home page" }));
    expect(location()).toBe("/");
  });

  it("links signed-in users to the dashboard", async () => {
    const { person, location } = await renderScreen(panelNotFoundScreen, { user: aUser() });
    await person.click(screen.getByRole("link", { name: "Go to the dashboard" }));
    expect(location()).toBe("/panel");
  });
});

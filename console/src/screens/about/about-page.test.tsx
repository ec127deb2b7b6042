import { getAbout } from "@tollgate/contract/site-info";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer, reject } from "../../../test/api-mock";
import { renderScreen } from "../../../test/render-app";
import { aboutScreen } from "./screen";

describe("about page", () => {
  it("shows the server's own facts while no page is set", async () => {
    answer(getAbout, "  ");
    await renderScreen(aboutScreen);
    expect(await screen.findByRole("heading", { level: 1, name: "About Tollgate" })).toBeInTheDocument();
    expect(await screen.findByText("https://gateway.example.com")).toBeInTheDocument();
    expect(screen.getByText("v1.4.0")).toBeInTheDocument();
  });

  it("shows the operator's page", async () => {
    answer(getAbout, "# Acme\n\n[Write to us](mailto:a@example.com)");
    await renderScreen(aboutScreen);
    expect(await screen.findByRole("heading", { level: 1, name: "Acme" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Write to us" })).toHaveAttribute("href", "mailto:a@example.com");
  });

  it("shows a framed page where an address is set", async () => {
    answer(getAbout, "https://acme.example.com/about");
    await renderScreen(aboutScreen);
    expect(await screen.findByTitle("About")).toHaveAttribute("src", "https://acme.example.com/about");
  });

  it("shows when it could not be loaded", async () => {
    reject(getAbout, "server.internal");
    await renderScreen(aboutScreen);
    expect(await screen.findByText("The About page could not be loaded")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});

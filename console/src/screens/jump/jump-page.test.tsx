import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderScreen } from "../../../test/render-app";
import { readJumpTarget } from "./jump-target";
import { jumpScreen } from "./screen";

const to = (address: string): string => `/jump?url=${encodeURIComponent(address)}`;

describe("the target of a jump", () => {
  it("is one of the two apps, its query hidden", () => {
    expect(readJumpTarget("?url=opencat%3A%2F%2Fteam%2Fjoin%3Ftoken%3Dsk-secret")).toEqual({
      app: "OpenCat",
      address: "opencat://team/join?token=sk-secret",
      shown: "opencat://team/join?…",
    });
    expect(readJumpTarget("?url=AMA://set-api-key")?.app).toBe("AMA");
  });

  it.each([
    "",
    "?url=",
    "?url=https://example.org",
    "?url=javascript:alert(1)",
    "?url=javascript://opencat://%0aalert(1)",
    "?url=opencat:alert(1)",
    "?url=data:text/html,opencat://",
    "?url=%01opencat://x",
    "?url=//opencat://x",
    "?url=opencat://a b",
    "?target=opencat://x",
  ])("is nowhere for %j", (search) => {
    expect(readJumpTarget(search)).toBeUndefined();
  });
});

describe("jump page", () => {
  it("shows the app and its address as a button", async () => {
    await renderScreen(jumpScreen, { url: to("opencat://team/join?token=sk-secret") });
    expect(screen.getByRole("heading", { level: 1, name: "Opening OpenCat" })).toBeInTheDocument();
    expect(screen.getByText("opencat://team/join?…")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Open OpenCat" })).toHaveAttribute(
      "href",
      "opencat://team/join?token=sk-secret",
    );
  });

  it("links nowhere else", async () => {
    await renderScreen(jumpScreen, { url: to("javascript:alert(document.cookie)") });
    expect(screen.getByRole("heading", { level: 1, name: "Invalid link" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to home page" })).toHaveAttribute("href", "/");
    expect(document.body.innerHTML).not.toContain("javascript:");
  });
});

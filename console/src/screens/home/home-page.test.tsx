import { listAvailableModels } from "@tollgate/contract/models";
import { getHomePageContent, getStatus } from "@tollgate/contract/site-info";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject, unreachable } from "../../../test/api-mock";
import { aMoment, aSiteInfo, aUser } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { homeScreen } from "./screen";

const offer = (owned_by: string, type: number) => ({
  groups: ["default"],
  owned_by,
  owner: { type, text: owned_by.slice(0, 1), color: "#101010" },
  price: {
    model: "any-*",
    type: "tokens" as const,
    channel_type: type,
    input: 1,
    output: 3,
    locked: false,
    extra_ratios: {},
    rules: [],
  },
});

beforeEach(() => {
  answer(getHomePageContent, "");
  answer(listAvailableModels, {
    "claude-sonnet-4-5": offer("Anthropic", 14),
    "gpt-5": offer("OpenAI", 1),
    "gpt-5-mini": offer("OpenAI", 1),
  });
});

describe("built-in home page", () => {
  it("introduces the gateway, with the first call ready to copy", async () => {
    answer(getStatus, aSiteInfo({ server_address: "https://ai.example.com", register_enabled: true }));
    const { person } = await renderScreen(homeScreen);
    expect(
      await screen.findByRole("heading", { level: 1, name: "Every model, one API" }),
    ).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      "/register",
    );
    const clients = screen.getByRole("group", { name: "Client" });
    expect(
      within(clients)
        .getAllByRole("button")
        .map((button) => button.textContent),
    ).toEqual(["curl", "OpenAI Python", "OpenAI Node.js", "Go"]);
    await person.click(within(clients).getByRole("button", { name: "OpenAI Python" }));
    await waitFor(() =>
      expect(screen.getByLabelText("OpenAI Python", { selector: "pre" })).toHaveTextContent("gpt-5"),
    );
    expect(screen.getByLabelText("OpenAI Python", { selector: "pre" })).toHaveTextContent(
      'base_url="https://ai.example.com/v1"',
    );
  });

  it("counts models and providers, the largest first", async () => {
    await renderScreen(homeScreen);
    expect(await screen.findByRole("heading", { name: "3 models from 2 providers" })).toBeInTheDocument();
    const offered = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(offered).toContain("OOpenAI 2gpt-5, gpt-5-mini");
    expect(offered.indexOf("OOpenAI 2gpt-5, gpt-5-mini")).toBeLessThan(
      offered.indexOf("AAnthropic 1claude-sonnet-4-5"),
    );
  });

  it("shows a message where nothing is offered yet", async () => {
    answer(listAvailableModels, {});
    await renderScreen(homeScreen);
    expect(await screen.findByRole("heading", { name: "No models are offered yet" })).toBeInTheDocument();
  });

  it("links signed-in users to the console, and visitors to sign-in where registration is closed", async () => {
    const signedIn = await renderScreen(homeScreen, { user: aUser() });
    expect(await screen.findByRole("link", { name: "Open the console" })).toHaveAttribute("href", "/panel");
    signedIn.queryClient.clear();
  });

  it("shows the server's uptime", async () => {
    answer(getStatus, aSiteInfo({ start_time: aMoment, register_enabled: false }));
    await renderScreen(homeScreen);
    expect(await screen.findByText(/Operational · up since/)).toHaveTextContent("2026-");
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  });

  it("shows when the server does not respond", async () => {
    unreachable(getStatus);
    await renderScreen(homeScreen);
    expect(await screen.findByText("The server is not responding")).toBeInTheDocument();
  });
});

describe("the operator's home page", () => {
  it("is sanitized Markdown, with a heading even where none is written", async () => {
    answer(getStatus, aSiteInfo({ system_name: "Acme AI" }));
    answer(getHomePageContent, 'Hello **world** <img src="x" onerror="document.title=1">');
    await renderScreen(homeScreen);
    expect((await screen.findByText("world")).tagName).toBe("STRONG");
    expect(await screen.findByRole("heading", { level: 1, name: "Acme AI" })).toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain("onerror");
    expect(screen.queryByText("Every model, one API")).not.toBeInTheDocument();
  });

  it("is an external page in a frame that cannot navigate the console", async () => {
    answer(getHomePageContent, " https://docs.example.org/start ");
    await renderScreen(homeScreen);
    const frame = await screen.findByTitle("Tollgate");
    expect(frame).toHaveAttribute("src", "https://docs.example.org/start");
    expect(frame.getAttribute("sandbox")).not.toContain("top-navigation");
    expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  });

  it("gives a page of this server an opaque origin", async () => {
    answer(getHomePageContent, `${window.location.origin}/api/reference`);
    await renderScreen(homeScreen);
    expect((await screen.findByTitle("Tollgate")).getAttribute("sandbox")).not.toContain("same-origin");
  });

  it("shows when it could not be loaded, and tries again", async () => {
    reject(getHomePageContent, "server.internal");
    const { person } = await renderScreen(homeScreen);
    expect(await screen.findByText("The home page could not be loaded")).toBeInTheDocument();
    answer(getHomePageContent, "# Back again");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Back again" })).toBeInTheDocument();
  });
});

import { getStatus } from "@tollgate/contract/site-info";
import { listTokens, revealTokenKey, type Token, tokenForm, tokenStatus } from "@tollgate/contract/tokens";
import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer } from "../../../test/api-mock";
import { aMoment, aPage, aSiteInfo, aUser, noBudget } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { playgroundScreen } from "./screen";

const links = JSON.stringify([
  { name: "Chat", url: "https://chat.example.com/#k={key}&s={server}", show: true, sort: 1 },
  { name: "Help", url: "https://help.example.com/", show: true, sort: 2 },
  { name: "Hidden", url: "https://hidden.example.com/", show: false, sort: 3 },
]);

const aToken = (part: Partial<Token> = {}): Token => ({
  ...tokenForm.parse({ name: "Mine", unlimited_quota: true }),
  id: 1,
  user_id: 7,
  key: "sk-…abcd",
  status: tokenStatus.enabled,
  created_time: aMoment,
  accessed_time: 0,
  used_quota: 0,
  ...noBudget,
  old_key_expires: 0,
  ...part,
});

const open = async () => {
  answer(getStatus, aSiteInfo({ chat_links: links, server_address: "https://ai.example.com" }));
  const app = await renderScreen(playgroundScreen, { user: aUser() });
  await screen.findByRole("button", { name: "Chat" });
  return app;
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("door of the playground", () => {
  it("says so where no chat program is set up", async () => {
    await renderScreen(playgroundScreen, { user: aUser() });
    expect(await screen.findByText("No chat program is set up")).toBeInTheDocument();
  });
});

describe("chat programs", () => {
  it("stand in their order and ask for a token first where they need one", async () => {
    answer(listTokens, aPage<Token>([]));
    await open();
    const names = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(names).toEqual(["Help", "Chat"]);
    expect(screen.getByRole("button", { name: "Chat" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Help" })).toBeEnabled();
    expect(screen.getByRole("link", { name: "Create a token" })).toHaveAttribute("href", "/panel/token");
  });

  it("open with the chosen token's key, which is fetched only then", async () => {
    answer(listTokens, aPage([aToken({}), aToken({ id: 2, name: "Off", status: 2 })]));
    const keys = answer(revealTokenKey, { key: "sk-whole" });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const { person } = await open();
    expect(keys).toHaveLength(0);
    await person.click(screen.getByRole("button", { name: "Chat" }));
    await vi.waitFor(() =>
      expect(opened).toHaveBeenCalledWith(
        "https://chat.example.com/#k=sk-whole&s=https%3A%2F%2Fai.example.com",
        "_blank",
        "noopener",
      ),
    );
    expect(keys.map(({ params }) => params["id"])).toEqual(["1"]);
  });
});

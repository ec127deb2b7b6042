import { screen, waitFor, within } from "@testing-library/react";
import { getSelf } from "@tollgate/contract/profile";
import { getStatus } from "@tollgate/contract/site-info";
import { createTelegramBindCode } from "@tollgate/contract/telegram";
import { beforeEach, describe, expect, it } from "vitest";
import { answer } from "../../../test/api-mock";
import { aMoment, aSelf, aSiteInfo, aUser, noBindings } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { profileScreen } from "./screen";

const visit = () => renderScreen(profileScreen, { user: aUser(), url: "/panel/profile?tab=bindings" });
const bindButton = () => screen.queryByRole("button", { name: "Link Telegram" });

describe("binding Telegram", () => {
  beforeEach(() => {
    answer(getStatus, aSiteInfo({ telegram_bot: "gate_bot" }));
    answer(getSelf, aSelf({ bindings: noBindings }));
  });

  it("returns a one-time code for the password, and reads the account again afterwards", async () => {
    const code = { code: "5hVq2mXr8TzKcP0wLdNy", expires_time: aMoment + 600, bot: "gate_bot" };
    const calls = answer(createTelegramBindCode, code);
    const { person } = await visit();
    await person.click(await screen.findByRole("button", { name: "Link Telegram" }));
    const asking = within(await screen.findByRole("dialog", { name: "Link Telegram?" }));
    await person.type(asking.getByLabelText("Current password"), "my password");
    await person.click(asking.getByRole("button", { name: "Create code" }));
    const shown = within(await screen.findByRole("dialog", { name: "Send this code to the bot" }));
    expect(calls[0]?.body).toEqual({ current_password: "my password", code: "" });
    expect(shown.getByText(code.code)).toBeVisible();
    expect(shown.getByRole("link", { name: "Open bot" })).toHaveAttribute(
      "href",
      "https://t.me/gate_bot?start=bind",
    );
    answer(getSelf, aSelf({ bindings: { ...noBindings, telegram: "77" } }));
    await person.click(shown.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(bindButton()).toBeNull());
    expect(screen.getByText("Linked as 77")).toBeVisible();
  });

  it("is not offered without a bot", async () => {
    answer(getStatus, aSiteInfo({ telegram_bot: "" }));
    await visit();
    await screen.findByRole("tab", { name: "Linked accounts" });
    expect(bindButton()).toBeNull();
  });
});

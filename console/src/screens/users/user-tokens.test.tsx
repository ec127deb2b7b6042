import {
  deleteOwnedToken,
  type OwnedToken,
  searchTokens,
  setTokenStatus,
} from "@tollgate/contract/admin-tokens";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { neverExpires, tokenSetting, tokenStatus } from "@tollgate/contract/tokens";
import { listUsers } from "@tollgate/contract/users";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { answer, reject, unreachable } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot, aUser, aUserRow, noBudget } from "../../../test/builders";
import { type RenderOptions, renderScreen } from "../../../test/render-app";
import { usersScreen } from "./screen";

function aToken(part: Partial<OwnedToken> = {}): OwnedToken {
  return {
    id: 7,
    user_id: aUser().id,
    owner_name: "ada",
    name: "laptop",
    key: "sk-…wxyz",
    status: tokenStatus.enabled,
    created_time: aMoment,
    accessed_time: 0,
    expired_time: neverExpires,
    remain_quota: 250_000,
    unlimited_quota: false,
    used_quota: 1_000_000,
    ...noBudget,
    old_key_expires: 0,
    group: "",
    backup_group: "",
    chat_cache: false,
    requests_per_minute: 0,
    tokens_per_minute: 0,
    concurrency: 0,
    setting: tokenSetting.parse({}),
    ...part,
  };
}

const onlyModels = (models: string[]) =>
  tokenSetting.parse({ limits: { limit_model_setting: { enabled: true, models } } });

/** The panel of a user, at its tokens. */
async function openTokens(options: RenderOptions = {}, tab = "Tokens") {
  answer(listUsers, aPage([aUserRow()]));
  const app = await renderScreen(usersScreen, { user: aRoot(), url: "/panel/user", ...options });
  await app.person.click(await screen.findByRole("button", { name: "ada" }));
  await app.person.click(await screen.findByRole("tab", { name: tab }));
  return app;
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest("li") as HTMLElement);

beforeEach(() => {
  answer(listGroupSymbols, ["default"]);
});

describe("a user's tokens", () => {
  it("show spending, limits and models, with a masked key and no way to reveal it", async () => {
    const models = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];
    const calls = answer(
      searchTokens,
      aPage([
        aToken(),
        aToken({ id: 8, name: "server", unlimited_quota: true, setting: onlyModels(models) }),
        aToken({ id: 9, name: "old", status: tokenStatus.expired, expired_time: aMoment }),
      ]),
    );
    await openTokens();
    const laptop = await rowOf("laptop");
    for (const text of ["sk-…wxyz", "$2.00", "$0.50", "All models"])
      expect(laptop.getByText(text)).toBeVisible();
    expect(laptop.getAllByText("Never")).toHaveLength(2);
    const server = await rowOf("server");
    expect(server.getByText("Unlimited")).toBeVisible();
    expect(server.getByText(/m1, m2, m3, m4, m5, m6/)).toHaveTextContent("and 2 more");
    const old = await rowOf("old");
    expect(old.getByText("Expired")).toBeVisible();
    expect(old.queryByRole("switch")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /copy|show/i })).not.toBeInTheDocument();
    expect(calls[0]?.query).toEqual({ user_id: String(aUser().id), page: "1", size: "10", order: "-id" });
  });

  it("are disabled immediately, and enabled again when the server rejects it", async () => {
    answer(searchTokens, aPage([aToken()]));
    reject(setTokenStatus, "token.not_found");
    const { person } = await openTokens();
    const toggle = await screen.findByRole("switch", { name: "Enable token laptop" });
    await person.click(toggle);
    expect(await screen.findByText(/token/i, { selector: "[role=alert] *" })).toBeVisible();
    await waitFor(() => expect(toggle).toBeChecked());
    const calls = answer(setTokenStatus, aToken({ status: tokenStatus.disabled }));
    answer(searchTokens, aPage([aToken({ status: tokenStatus.disabled })]));
    await person.click(toggle);
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(calls.map((call) => call.body)).toEqual([{ id: 7, status: tokenStatus.disabled }]);
  });

  it("that are exhausted can be disabled, so that no new quota brings them back", async () => {
    answer(searchTokens, aPage([aToken({ status: tokenStatus.exhausted })]));
    const calls = answer(setTokenStatus, aToken({ status: tokenStatus.disabled }));
    const { person } = await openTokens();
    const disable = await screen.findByRole("button", { name: "Disable token laptop" });
    answer(searchTokens, aPage([aToken({ status: tokenStatus.disabled })]));
    await person.click(disable);
    expect(await screen.findByRole("switch", { name: "Enable token laptop" })).not.toBeChecked();
    expect(calls.map((call) => call.body)).toEqual([{ id: 7, status: tokenStatus.disabled }]);
  });

  it("are deleted after asking", async () => {
    answer(searchTokens, aPage([aToken()]));
    const calls = answer(deleteOwnedToken, null);
    const { person } = await openTokens();
    await person.click(await screen.findByRole("button", { name: "Delete token laptop" }));
    const asking = within(await screen.findByRole("alertdialog", { name: "Delete token laptop of ada?" }));
    expect(calls).toEqual([]);
    answer(searchTokens, aPage([]));
    await person.click(asking.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Token laptop deleted.")).toBeVisible();
    expect(calls.map((call) => call.params["id"])).toEqual(["7"]);
    expect(await screen.findByText("No tokens")).toBeVisible();
  });

  it("are paged", async () => {
    const calls = answer(searchTokens, aPage([aToken()], { total_count: 11 }));
    const { person } = await openTokens();
    await person.click(await screen.findByRole("button", { name: "Older" }));
    await waitFor(() => expect(calls.at(-1)?.query["page"]).toBe("2"));
  });

  it("offer a retry when they could not be loaded", async () => {
    unreachable(searchTokens);
    const { person } = await openTokens();
    expect(await screen.findByText("Tokens could not be loaded")).toBeVisible();
    answer(searchTokens, aPage([aToken()]));
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("laptop")).toBeVisible();
  });

  it("is translated to Chinese", async () => {
    answer(searchTokens, aPage([aToken()]));
    await openTokens({ language: "zh_CN" }, "令牌");
    expect((await rowOf("laptop")).getByText("全部模型")).toBeVisible();
  });
});

it("an administrator's panel of a peer has no tokens", async () => {
  answer(listUsers, aPage([aUserRow(anAdmin({ id: 9, username: "peer" }))]));
  const { person } = await renderScreen(usersScreen, { user: anAdmin(), url: "/panel/user" });
  await person.click(await screen.findByRole("button", { name: "peer" }));
  expect(await screen.findByRole("tab", { name: "Details" })).toBeVisible();
  expect(screen.queryByRole("tab", { name: "Tokens" })).not.toBeInTheDocument();
});

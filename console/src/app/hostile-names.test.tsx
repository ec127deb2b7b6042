import { listChannelHealth } from "@tollgate/contract/channel-health";
import {
  type Channel,
  type ChannelForm,
  getChannelTestRun,
  listChannels,
  listProviderTypes,
} from "@tollgate/contract/channels";
import { getUserGroupMap, listGroupSymbols } from "@tollgate/contract/groups";
import { listLogs, logRow, sumLogs } from "@tollgate/contract/logs";
import { listAvailableModels } from "@tollgate/contract/models";
import { listModelNames, listUnpricedModels } from "@tollgate/contract/pricing";
import { getTokenSpending, listTokens, type Token } from "@tollgate/contract/tokens";
import { listUsers } from "@tollgate/contract/users";
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answer } from "../../test/api-mock";
import { aMoment, anAdmin, aPage, aRoot, aUser, aUserRow, noBindings, noBudget } from "../../test/builders";
import { renderApp, renderScreen } from "../../test/render-app";
import { notify } from "../lib/notifications/notifications";
import { newChannelValues } from "../screens/channels/channel-values";
import { channelsScreen } from "../screens/channels/screen";
import { logsScreen } from "../screens/logs/screen";
import { tokensScreen } from "../screens/tokens/screen";
import { newTokenValues } from "../screens/tokens/token-values";
import { usersScreen } from "../screens/users/screen";

/** User-chosen names that contain markup: they must be shown as text. */
const hostile = `<img src=x onerror="alert(1)"><script>alert(1)</script>`;

/** Elements that the names created, once a name is shown. */
async function foundParts(): Promise<Element[]> {
  await screen.findAllByText((text) => text.includes(hostile));
  return [...document.querySelectorAll('img[src="x"], script, [onerror]')];
}

describe("a name that contains markup is shown as text", () => {
  it("in the list of tokens", async () => {
    const token: Token = {
      ...newTokenValues,
      id: 3,
      user_id: 7,
      name: hostile,
      key: "sk-…wxyz",
      status: 1,
      created_time: aMoment,
      accessed_time: 0,
      used_quota: 0,
      ...noBudget,
      old_key_expires: 0,
    };
    answer(getUserGroupMap, {});
    answer(listAvailableModels, {});
    answer(listTokens, aPage([token]));
    answer(getTokenSpending, { days: [], tokens: [] });
    await renderScreen(tokensScreen, { user: aUser() });
    expect(await foundParts()).toEqual([]);
  });

  it("in the list of users", async () => {
    const user = aUserRow({
      ...aUser({ username: hostile, display_name: hostile, email: "a@example.org" }),
      bindings: { ...noBindings, github: hostile },
      inviter_name: hostile,
    });
    answer(listGroupSymbols, ["default", hostile]);
    answer(listUsers, aPage([user]));
    await renderScreen(usersScreen, { user: aRoot() });
    expect(await foundParts()).toEqual([]);
  });

  it("in the log", async () => {
    const row = logRow.parse({
      id: 1,
      created_at: aMoment,
      type: 2,
      content: hostile,
      user_id: 7,
      username: hostile,
      token_id: 1,
      token_name: hostile,
      model_name: hostile,
      quota: 8,
      prompt_tokens: 1,
      completion_tokens: 1,
      channel_id: 2,
      channel: { id: 2, name: hostile },
      request_time: 4,
      is_stream: true,
      source_ip: "203.0.113.7",
      request_id: "req_1",
      outcome: "succeeded",
      metadata: {},
    });
    answer(listLogs, aPage([row]));
    answer(sumLogs, { quota: 1, request_count: 1, prompt_tokens: 1, completion_tokens: 1 });
    await renderScreen(logsScreen, { user: anAdmin() });
    expect(await foundParts()).toEqual([]);
  });

  it("in the list of channels", async () => {
    const { key: _key, ...fields } = newChannelValues as Required<typeof newChannelValues>;
    const channel: Channel = {
      ...(fields as Omit<ChannelForm, "key">),
      id: 5,
      name: hostile,
      type: 1,
      tag: hostile.slice(0, 50),
      models: [hostile],
      group: ["default"],
      status: 3,
      status_reason: hostile,
      key_count: 1,
      key_hint: "wxyz",
      created_time: aMoment,
      test_time: 0,
      response_time: 0,
      used_quota: 0,
      balance: 0,
      balance_updated_time: 0,
      status_problem: "",
      capabilities: null,
      model_check: { checked_time: 0, new_models: [], gone_models: [] },
      unsupported_endpoints: [],
    };
    answer(listProviderTypes, []);
    answer(listGroupSymbols, ["default"]);
    answer(listModelNames, []);
    answer(listChannelHealth, { start: aMoment, span: 300, count: 12, channels: [] });
    answer(listUnpricedModels, []);
    answer(getChannelTestRun, {
      state: "never",
      started_at: 0,
      total: 0,
      passed: 0,
      failed: 0,
      skipped: 0,
      enabled: 0,
      disabled: 0,
      kept: 0,
    });
    answer(listChannels, aPage([channel]));
    await renderScreen(channelsScreen, { user: anAdmin() });
    expect(await foundParts()).toEqual([]);
  });

  it("in a notification", async () => {
    await renderApp(<p>page</p>);
    act(() => notify.error(hostile));
    expect(await foundParts()).toEqual([]);
  });
});

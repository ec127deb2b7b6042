import {
  addChannelsModel,
  removeChannelsModel,
  setChannelsFields,
  setChannelsOther,
  testChannels,
} from "@tollgate/contract/channel-batches";
import { listChannelHealth, sumHealth } from "@tollgate/contract/channel-health";
import {
  listTaggedChannels,
  listTagSummaries,
  setTagPriority,
  setTagStatus,
  type TagSummary,
  updateChannelTag,
} from "@tollgate/contract/channel-tags";
import {
  type ChannelTestRun,
  deleteDisabledChannels,
  getChannelTestRun,
  listChannels,
  listProviderTypes,
} from "@tollgate/contract/channels";
import { listGroupSymbols } from "@tollgate/contract/groups";
import { listModelNames, listUnpricedModels } from "@tollgate/contract/pricing";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { aChannel } from "../../../test/a-channel";
import { answer } from "../../../test/api-mock";
import { aMoment, anAdmin, aPage } from "../../../test/builders";
import { renderScreen } from "../../../test/render-app";
import { channelsScreen } from "./screen";

const noRun: ChannelTestRun = {
  state: "never",
  started_at: 0,
  total: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  enabled: 0,
  disabled: 0,
  kept: 0,
};

const open = (url = "/panel/channel") => renderScreen(channelsScreen, { user: anAdmin(), url });

beforeEach(() => {
  answer(listProviderTypes, []);
  answer(listGroupSymbols, ["default", "vip"]);
  answer(listModelNames, []);
  answer(listUnpricedModels, []);
  answer(getChannelTestRun, noRun);
  answer(listChannelHealth, { start: aMoment, span: 300, count: 12, channels: [] });
});

describe("channels in bulk", () => {
  const select = async (person: UserEvent) => {
    await screen.findByText("Spare");
    await person.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
  };
  const choose = async (person: UserEvent, item: string) => {
    await person.click(screen.getByRole("button", { name: "Set…" }));
    await person.click(await screen.findByRole("menuitem", { name: item }));
    return screen.findByRole("dialog");
  };
  beforeEach(() => answer(listChannels, aPage([aChannel(), aChannel({ id: 6, name: "Spare" })])));

  it("get a priority, groups, a model and an API version in one call each; invalid values are rejected", async () => {
    const fields = answer(setChannelsFields, 2);
    const models = answer(addChannelsModel, 1);
    const others = answer(setChannelsOther, 2);
    const { person } = await open();
    await select(person);
    const weight = await choose(person, "Weight…");
    await person.type(within(weight).getByRole("textbox", { name: "Weight" }), "0");
    expect(within(weight).getByRole("button", { name: "Apply" })).toBeDisabled();
    await person.type(within(weight).getByRole("textbox", { name: "Weight" }), "5");
    await person.click(within(weight).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(fields.map(({ body }) => body)).toEqual([{ ids: [5, 6], weight: 5 }]));
    await select(person);
    const groups = await choose(person, "User groups…");
    await person.click(within(groups).getByRole("combobox"));
    await person.click(await screen.findByRole("option", { name: "vip" }));
    await person.click(within(groups).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(fields[1]?.body).toEqual({ ids: [5, 6], group: ["vip"] }));
    await select(person);
    const model = await choose(person, "Add a model…");
    await person.type(within(model).getByRole("combobox"), "gpt-6");
    await person.click(within(model).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(models[0]?.body).toEqual({ ids: [5, 6], value: "gpt-6" }));
    await select(person);
    const other = await choose(person, "API version…");
    await person.type(within(other).getByRole("textbox"), "2026-01-01");
    await person.click(within(other).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(others[0]?.body).toEqual({ ids: [5, 6], value: "2026-01-01" }));
  });

  it("lose a model that one of them has", async () => {
    answer(
      listChannels,
      aPage([aChannel({ models: ["o3"] }), aChannel({ id: 6, name: "Spare", models: ["gpt-5"] })]),
    );
    const removed = answer(removeChannelsModel, 1);
    const { person } = await open();
    await select(person);
    const dialog = await choose(person, "Remove a model…");
    await person.click(within(dialog).getByRole("combobox"));
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual([
      "gpt-5",
      "o3",
    ]);
    await person.click(screen.getByRole("option", { name: "gpt-5" }));
    await person.click(within(dialog).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(removed[0]?.body).toEqual({ ids: [5, 6], value: "gpt-5" }));
  });

  it("are tested, and disabled ones are deleted after confirmation", async () => {
    const tests = answer(testChannels, { ...noRun, state: "running", total: 2 });
    const deletions = answer(deleteDisabledChannels, 3);
    const { person } = await open();
    await select(person);
    await person.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(tests[0]?.body).toEqual({ ids: [5, 6] }));
    await person.click(screen.getByRole("button", { name: "More actions for all channels" }));
    await person.click(await screen.findByRole("menuitem", { name: "Delete all disabled channels…" }));
    expect(deletions).toHaveLength(0);
    await person.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await screen.findByText("3 channels deleted.")).toBeVisible();
  });
});

describe("channels grouped by tag", () => {
  const summary: TagSummary = {
    tag: "eu",
    ids: [5, 6],
    enabled: 1,
    disabled: 0,
    auto_disabled: 1,
    used_quota: 1_500_000,
    priority_min: 0,
    priority_max: 4,
  };

  it("share one row that sums them up, expands, and changes them together", async () => {
    const lists = answer(listChannels, aPage([aChannel({ tag: "eu" })]));
    answer(listTagSummaries, [summary]);
    answer(listTaggedChannels, [aChannel({ tag: "eu" }), aChannel({ id: 6, name: "Spare", tag: "eu" })]);
    const priorities = answer(setTagPriority, 2);
    const statuses = answer(setTagStatus, 2);
    const { person } = await open("/panel/channel?filter_tag=3");
    const group = await screen.findByRole("button", { name: /^eu/, expanded: false });
    const row = group.closest("tr") as HTMLElement;
    for (const shown of ["2 channels", "1 of 2 enabled", "1 auto-disabled", "$3.00"])
      expect(within(row).getByText(shown)).toBeVisible();
    expect(within(row).queryByRole("checkbox")).toBeNull();
    expect(screen.queryByText("Spare")).toBeNull();
    expect(lists[0]?.query).toMatchObject({ filter_tag: "3" });
    await person.click(group);
    expect(await screen.findByText("Spare")).toBeVisible();
    const priority = within(row).getByRole("textbox", { name: "Priority of eu" });
    expect(priority).toHaveAttribute("placeholder", "0–4");
    await person.type(priority, "9{Enter}");
    await waitFor(() => expect(priorities[0]).toMatchObject({ params: { tag: "eu" }, body: { value: 9 } }));
    await person.click(within(row).getByRole("button", { name: "More actions" }));
    await person.click(await screen.findByRole("menuitem", { name: "Enable all" }));
    await waitFor(() => expect(statuses[0]?.params).toMatchObject({ tag: "eu", status: "enable" }));
  });

  it("are edited together: only what was touched is sent", async () => {
    answer(listChannels, aPage([aChannel({ tag: "eu" })]));
    answer(listTagSummaries, [summary]);
    answer(listTaggedChannels, [aChannel({ tag: "eu" })]);
    const saves = answer(updateChannelTag, null);
    const { person } = await open("/panel/channel?filter_tag=3");
    await person.click(await screen.findByRole("button", { name: "Edit tag" }));
    const panel = await screen.findByRole("dialog", { name: "Edit tag eu" });
    await person.type(within(panel).getByRole("textbox", { name: "Tag" }), "-west");
    await person.click(within(panel).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saves[0]).toMatchObject({ params: { tag: "eu" }, body: { tag: "eu-west" } }));
  });
});

describe("the health of a channel in the list", () => {
  it("shows the success rate without caller errors, and on hover what failed", async () => {
    answer(listChannels, aPage([aChannel()]));
    const span = { ...sumHealth([]), start: aMoment, successes: 97, rate_limit: 3, wrong_request: 50 };
    answer(listChannelHealth, {
      start: aMoment - 3300,
      span: 300,
      count: 12,
      channels: [
        { id: 5, spans: [{ ...span, first_token_sum: 48_500, first_token_count: 97, response_sum: 97_000 }] },
      ],
    });
    const { person } = await open();
    const cell = await screen.findByRole("link", {
      name: "Main: 97% · 500 ms in the last hour. Open the channel",
    });
    expect(cell).toHaveAttribute("href", "/panel/channel/5");
    await person.hover(cell);
    const tip = await screen.findByRole("tooltip");
    for (const line of [
      "97% of 100 requests succeeded",
      "Rate limit: 3",
      "Invalid request: 50",
      "Time to first token: 500 ms",
    ])
      expect(tip).toHaveTextContent(line);
  });

  it("shows no rate without calls", async () => {
    answer(listChannels, aPage([aChannel()]));
    await open();
    expect(await screen.findByRole("link", { name: /^Main: No requests in the last hour/ })).toBeVisible();
  });
});

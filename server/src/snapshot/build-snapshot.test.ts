import { readSettings } from "@tollgate/contract/settings";
import { describe, expect, it } from "vitest";
import { type BuiltChannels, buildSnapshot, type SnapshotRows } from "./build-snapshot.ts";

type ChannelRow = SnapshotRows["channels"][number];
const group: SnapshotRows["groups"][number] = {
  id: 1,
  symbol: "default",
  name: "Default",
  ratio: 1,
  api_rate: 600,
  tokens_per_minute: 0,
  concurrency: 0,
  public: 1,
  promotion: 0,
  min: 0,
  max: 0,
  enable: 1,
};

function channel(id: number, changed: Partial<ChannelRow> = {}): ChannelRow {
  const texts = { model_mapping: "{}", model_headers: "{}", custom_parameter: "{}", plugin: "{}" };
  const row = {
    id,
    name: `c${id}`,
    type: 1,
    status: 1,
    groups: '["default"]',
    models: '["gpt"]',
    priority: 0,
  };
  return {
    ...({
      weight: 1,
      proxy: "",
      base_url: "",
      other: "",
      disabled_stream: "[]",
      model_check: "",
      only_chat: 0,
    } as ChannelRow),
    ...texts,
    ...row,
    ...changed,
  };
}

let opened: number[] = [];
let breaths = 0;
function build(channels: ChannelRow[], before?: BuiltChannels, settings = readSettings([])) {
  opened = [];
  breaths = 0;
  return buildSnapshot(
    {
      version: 1,
      channels,
      prices: [],
      groups: [group],
      settings,
      captureTargets: [],
      openKeys: ({ id }) => {
        opened.push(id);
        if (id === 13) throw new Error("encrypted with another key");
        return ["key"];
      },
      openTexts: (channel) => channel,
    },
    before,
    async () => {
      breaths += 1;
    },
  );
}
const served = (snapshot: Awaited<ReturnType<typeof build>>["snapshot"], model: string): number[] =>
  snapshot.candidates("default", model).flatMap(({ channels }) => channels.map(({ id }) => id));

describe("building the snapshot", () => {
  it("reads only the channels that changed since the last one", async () => {
    const first = await build([channel(1), channel(2), channel(3)]);
    expect(opened).toEqual([1, 2, 3]);
    const second = await build([channel(1), channel(2, { models: '["o3"]' }), channel(3)], first.built);
    expect(opened).toEqual([2]);
    expect([served(second.snapshot, "gpt"), served(second.snapshot, "o3")]).toEqual([[1, 3], [2]]);
    const third = await build([channel(1), channel(2, { models: '["o3"]', used_quota: 7 })], second.built);
    expect(opened).toEqual([]);
    expect([served(third.snapshot, "gpt"), served(third.snapshot, "o3")]).toEqual([[1], [2]]);
  });

  it("removes a disabled channel, and adds an enabled one", async () => {
    const first = await build([channel(1), channel(2)]);
    const second = await build([channel(1), channel(2, { status: 2 })], first.built);
    expect(served(second.snapshot, "gpt")).toEqual([1]);
    const third = await build([channel(1), channel(2)], second.built);
    expect(served(third.snapshot, "gpt")).toEqual([1, 2]);
  });

  it("reads all channels when a setting that they inherit changes", async () => {
    const first = await build([channel(1)]);
    const slower = readSettings([{ key: "IdleTimeoutSeconds", value: "7" }]);
    const second = await build([channel(1)], first.built, slower);
    expect(second.snapshot.channel(1)?.idleTimeout).toBe(7);
  });

  it("leaves out unreadable channels, names them, and retries", async () => {
    const first = await build([channel(1), channel(13)]);
    expect([first.broken, served(first.snapshot, "gpt")]).toEqual([[13], [1]]);
    const second = await build([channel(1), channel(13)], first.built);
    expect([opened, second.broken]).toEqual([[13], [13]]);
  });

  it("puts a channel last for a model that its provider no longer lists, and first again when it does", async () => {
    const model_check = JSON.stringify({
      checked_time: 1,
      new_models: [],
      gone_models: [{ model: "gpt", since: 1 }],
    });
    const models = '["gpt","o3"]';
    const others = [channel(1, { models }), channel(3, { models, priority: 5 })];
    const first = await build([...others, channel(2, { models, priority: 9, model_check })]);
    expect([served(first.snapshot, "gpt"), served(first.snapshot, "o3")]).toEqual([
      [3, 1, 2],
      [2, 3, 1],
    ]);
    const second = await build([...others, channel(2, { models, priority: 9 })], first.built);
    expect(served(second.snapshot, "gpt")).toEqual([2, 3, 1]);
    const alone = await build([channel(2, { model_check })]);
    expect(served(alone.snapshot, "gpt")).toEqual([2]);
    const mapped = { models: '["o3"]', model_mapping: '{"gpt":"gpt-5"}', priority: 9, model_check };
    const third = await build([...others, channel(2, mapped)]);
    expect(served(third.snapshot, "gpt")).toEqual([2, 3, 1]);
  });

  it("yields while it reads many", async () => {
    await build(Array.from({ length: 100 }, (_, i) => channel(i + 100)));
    expect(breaths).toBeGreaterThan(6);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;
const channels: Record<string, number> = {};

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
  for (const group of groups.data) await running.api("PUT", "/api/user_group/", { ...group, public: true });
  for (const [model, input] of [
    ["requested", 1],
    ["forwarded", 10],
    ["family-*", 2],
    ["family-large-*", 3],
  ] as const)
    await running.aPrice({ model, type: "tokens", channel_type: 1, input, output: 0 });
  const channel = async (name: string, form: object): Promise<void> => {
    channels[name] = (await running.aChannel({ base_url: `${upstream.url}/${name}`, name, ...form })).id;
  };
  await channel("high", { models: ["requested"], priority: 10 });
  await channel("low", { models: ["requested"], priority: 1 });
  await channel("chatty", { models: ["talk"], priority: 10, only_chat: true });
  await channel("tooled", { models: ["talk"], priority: 1 });
  await channel("still", { models: ["calm"], priority: 10, disabled_stream: ["calm"] });
  await channel("flowing", { models: ["calm"], priority: 1 });
  await channel("mapped", {
    models: ["m-plain"],
    model_mapping: '{"m-plain":"forwarded","m-plus":"+forwarded"}',
  });
  await channel("wild", { models: ["family-*"] });
  await channel("wilder", { models: ["family-large-*"] });
  await channel("spare", { models: ["elsewhere"], groups: ["vip"] });
  for (const model of ["talk", "calm", "m-plus", "elsewhere"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 1, output: 0 });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  upstream.answer((response, request) =>
    request.json.stream === true
      ? streamAnswer(chatFrames(["Hi"]))(response, request)
      : jsonAnswer(chatAnswer())(response, request),
  );
});

const said = { messages: [{ role: "user", content: "Hi" }] };
const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];

/** Called channels, with the requested model. */
async function send(model: string, more: object = {}, with_: string = key): Promise<string> {
  const response = await running.call(with_, { model, ...said, ...more });
  await response.text();
  if (response.status !== 200) return String(response.status);
  const last = upstream.seen.at(-1);
  return `${last?.path.split("/")[1]} ${String(last?.json.model)}`;
}

describe("channel selection", () => {
  it("uses the highest priority", async () => {
    for (let index = 0; index < 5; index++) expect(await send("requested")).toBe("high requested");
  });

  it("uses the one that an administrator's key names, or any but the one it excludes", async () => {
    expect(await send("requested", {}, `${key}#${channels.low}`)).toBe("low requested");
    expect(await send("requested", {}, `${key}#!${channels.high}`)).toBe("low requested");
    // For raw calls only: otherwise the priority decides.
    expect(await send("requested", {}, `${key}#${channels.low}#ignore`)).toBe("high requested");
    expect(await send("requested", {}, `${key}#999999`)).toBe("503");
  });

  it("skips channels for chats only when the call has tools", async () => {
    expect(await send("talk")).toBe("chatty talk");
    expect(await send("talk", { tools })).toBe("tooled talk");
  });

  it("skips channels that do not stream the model when a stream is requested", async () => {
    expect(await send("calm")).toBe("still calm");
    expect(await send("calm", { stream: true })).toBe("flowing calm");
  });

  it("finds channels by the longest wildcard, and prices too", async () => {
    expect(await send("family-small")).toBe("wild family-small");
    expect(await send("family-large-2")).toBe("wilder family-large-2");
    const { logs } = await running.books();
    expect(logs.slice(-2).map((log) => log.metadata.price_model)).toEqual(["family-*", "family-large-*"]);
  });

  it("sends the channel's mapped name, billed by that name or, with a plus, by the requested one", async () => {
    expect(await send("m-plain")).toBe("mapped forwarded");
    expect(await send("m-plus")).toBe("mapped forwarded");
    const { logs } = await running.books();
    expect(logs.slice(-2).map((log) => [log.model_name, log.metadata.price_model, log.quota])).toEqual([
      ["m-plain", "forwarded", 120],
      ["m-plus", "m-plus", 12],
    ]);
  });

  it("uses the token's backup group if its own has no channel, at that group's ratio", async () => {
    expect(await send("elsewhere")).toBe("404");
    const other = await running.aToken({ backup_group: "vip" });
    expect(await send("elsewhere", {}, other.key)).toBe("spare elsewhere");
    expect((await running.books()).logs.at(-1)?.metadata.group_name).toBe("vip");
  });
});

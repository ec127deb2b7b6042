import type { ChannelForm } from "@tollgate/contract/channels";
import { type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";
import { onePerToken } from "./expect-charged.ts";

/** A running server whose channels all use one upstream, which replays what a test sets. */
export interface Replay {
  running: RunningApp;
  upstream: FakeUpstream;
  /** Key of the only token. */
  key: string;
  /** A separate channel for `name`, whose upstream model is `model`; a token costs one quota. */
  add(name: string, type: number, model: string, more?: Partial<ChannelForm>): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplay(): Promise<Replay> {
  const upstream = await startFakeUpstream();
  const running = await startApp();
  // The server's default prices would apply to the models in recorded responses.
  const shipped = await running.api<{ model: string }[]>("GET", "/api/prices");
  await running.api("PUT", "/api/prices/multiple/delete", { models: shipped.map(({ model }) => model) });
  const groups = await running.api<{ data: { symbol: string }[] }>("GET", "/api/user_group/");
  const group = groups.data.find((entry) => entry.symbol === "default");
  await running.api("PUT", "/api/user_group/", { ...group, api_rate: 100_000 });
  const { key } = await running.aToken();
  return {
    running,
    upstream,
    key,
    async add(name, type, model, more = {}) {
      await running.aChannel({
        name,
        type,
        base_url: upstream.url,
        models: [name],
        // A plus: the requested name is billed.
        model_mapping: JSON.stringify({ [name]: `+${model}` }),
        ...more,
      });
      await running.aPrice({ model: name, type: "tokens", channel_type: type, ...onePerToken });
    },
    async stop() {
      await running.stop();
      await upstream.stop();
    },
  };
}

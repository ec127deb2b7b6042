import type { App } from "../build-app.ts";
import { systemActor } from "../control/actor.ts";
import { createChannelHistory, type Happening } from "../control/channels/history.ts";

const past: readonly { channel: string; hoursAgo: number; event: Happening }[] = [
  {
    channel: "Sandbox, retired region",
    hoursAgo: 200,
    event: { kind: "disabled", actor: { ...systemActor, username: "demo" } },
  },
  {
    channel: "Provider account, key revoked",
    hoursAgo: 26,
    event: {
      kind: "disabled_automatically",
      model: "gpt-4o",
      status: 401,
      problem: "authentication",
      reason: "Incorrect API key provided.",
    },
  },
];

/** Why channels of the demo are disabled, in their timelines. */
export async function fillHistories(app: App, now: number): Promise<void> {
  const { queries } = app.database;
  for (const { channel, hoursAgo, event } of past) {
    const { id } = await queries
      .selectFrom("channels")
      .select("id")
      .where("name", "=", channel)
      .executeTakeFirstOrThrow();
    const at = now - hoursAgo * 3600;
    await createChannelHistory(queries, { now: () => at, milliseconds: () => at * 1000 }).note([id], event);
  }
}

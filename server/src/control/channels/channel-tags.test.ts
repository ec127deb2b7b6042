import type { Channel } from "@tollgate/contract/channels";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aChannel, anAdmin } from "../../../test/support/builders.ts";
import { createChannelRepository } from "../../storage/repositories/channel-repository.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let admin: Client;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
  root = await asRoot(running);
});
afterAll(() => running.stop());

/** The tag's channels, oldest first. */
const rowsOf = (tag: string) =>
  running.database.queries
    .selectFrom("channels")
    .select(["id", "base_url_trusted", "proxy_trusted", "groups", "key_count"])
    .where("tag", "=", tag)
    .where("deleted_time", "=", 0)
    .orderBy("id")
    .execute();

describe("a channel that is added for a new key of a tag", () => {
  it("keeps the address of an administrator checked where a super administrator adds the key", async () => {
    const form = aChannel({ tag: "checked", base_url: "https://llm.example.com", key: "sk-first" });
    await admin.post<Channel>("/api/channel/", form);
    const added = await root.put("/api/channel_tag/checked", { key: "sk-first\nsk-second" });
    expect(added.status).toBe(200);
    expect((await rowsOf("checked")).map(({ base_url_trusted }) => base_url_trusted)).toEqual([0, 0]);
  });

  it("has the proxy's password where the tag was read and sent back", async () => {
    const proxy = "http://someone:s3cret@proxy.example.com:3128";
    await root.post<Channel>("/api/channel/", aChannel({ tag: "proxied", proxy, key: "sk-first" }));
    const { data: read } = await root.get<Channel>("/api/channel_tag/proxied");
    expect(read.proxy).toContain("***");
    const { groups, models, proxy: shown } = read as unknown as Record<string, unknown>;
    const added = await root.put("/api/channel_tag/proxied", {
      groups,
      models,
      proxy: shown,
      key: "sk-first\nsk-second",
    });
    expect(added.status).toBe(200);
    const channels = createChannelRepository(running.database.queries, running.secretBox);
    expect((await channels.withTag("proxied")).map((row) => row.proxy)).toEqual([proxy, proxy]);
  });
});

it("a tag with a key that this server cannot read can be edited without keys", async () => {
  await admin.post<Channel>("/api/channel/", aChannel({ tag: "sealed" }));
  await running.database.queries
    .updateTable("channels")
    .set({ key_encrypted: "v1:another server's" })
    .where("tag", "=", "sealed")
    .execute();
  expect((await admin.put("/api/channel_tag/sealed", { group: ["vip"] })).status).toBe(200);
  expect((await rowsOf("sealed"))[0]?.groups).toBe('["vip"]');
});

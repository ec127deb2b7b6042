import type { Channel } from "@tollgate/contract/channels";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { beforeTransaction } from "../../../test/support/before-transaction.ts";
import { aChannel, anAdmin } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { openChannelKeys } from "../../storage/repositories/secret-columns.ts";

let running: ControlApp;
let admin: Client;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
  root = await asRoot(running);
});
afterAll(() => running.stop());
afterEach(() => vi.restoreAllMocks());

async function create(): Promise<Channel> {
  return (await admin.post<Channel>("/api/channel/", aChannel())).data;
}

/** Another edit is committed after an edit was checked, before it is written. */
function meanwhile(act: () => Promise<{ status: number }>): void {
  beforeTransaction(running.database, async () => expect((await act()).status).toBe(200));
}

async function stored(id: number) {
  const { database, secretBox } = running;
  const row = await database.queries
    .selectFrom("channels")
    .select(["id", "name", "priority", "base_url", "key_encrypted"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { name, priority, base_url } = row;
  return { name, priority, base_url, keys: openChannelKeys(secretBox, row) };
}

describe("two edits of a channel at the same time", () => {
  it("do not send the key of one to the address of the other", async () => {
    const { id } = await create();
    const elsewhere = "https://elsewhere.example";
    meanwhile(() => admin.put("/api/channel/", aChannel({ id, base_url: elsewhere, key: "sk-of-mine" })));
    const late = await root.put("/api/channel/", aChannel({ id, key: "sk-new-and-secret" }));
    expect([late.status, late.code]).toEqual([409, "channel.changed_meanwhile"]);
    expect(await stored(id)).toMatchObject({ base_url: elsewhere, keys: ["sk-of-mine"] });
    const other = await create();
    meanwhile(() => root.put("/api/channel/", aChannel({ id: other.id, key: "sk-new-and-secret" })));
    const moved = await admin.put(
      "/api/channel/",
      aChannel({ id: other.id, base_url: elsewhere, key: "sk-of-mine" }),
    );
    expect(moved.code).toBe("channel.changed_meanwhile");
    expect((await stored(other.id)).keys).toEqual(["sk-new-and-secret"]);
  });

  it("do not send the keys of a tag to a new address of one of its channels", async () => {
    const { id } = (await admin.post<Channel>("/api/channel/", aChannel({ tag: "shared" }))).data;
    const elsewhere = "https://elsewhere.example";
    meanwhile(() => admin.put("/api/channel/", aChannel({ id, base_url: elsewhere, key: "sk-of-mine" })));
    const late = await root.put("/api/channel_tag/shared", {
      ...aChannel({ tag: "shared" }),
      key: "sk-new-and-secret",
    });
    expect([late.status, late.code]).toEqual([409, "channel.changed_meanwhile"]);
    expect(await stored(id)).toMatchObject({ base_url: elsewhere, keys: ["sk-of-mine"] });
  });

  it("do not move a channel of a tag with a key that is new there", async () => {
    const { id } = (await admin.post<Channel>("/api/channel/", aChannel({ tag: "moved" }))).data;
    meanwhile(() => root.put("/api/channel/", aChannel({ id, tag: "moved", key: "sk-new-and-secret" })));
    const form = { base_url: "https://elsewhere.example", key: "sk-of-mine" };
    const late = await admin.put("/api/channel_tag/moved", { ...aChannel({ tag: "moved" }), ...form });
    expect([late.status, late.code]).toEqual([409, "channel.changed_meanwhile"]);
    expect((await stored(id)).keys).toEqual(["sk-new-and-secret"]);
  });

  it("do not send a channel's new key to an address that its tag was given without keys", async () => {
    const { id } = (await admin.post<Channel>("/api/channel/", aChannel({ tag: "address" }))).data;
    meanwhile(() => admin.put("/api/channel/", aChannel({ id, tag: "address", key: "sk-of-mine" })));
    const { key: _, ...form } = aChannel({ tag: "address", base_url: "https://elsewhere.example" });
    const late = await root.put("/api/channel_tag/address", form);
    expect([late.status, late.code]).toEqual([409, "channel.changed_meanwhile"]);
    expect(await stored(id)).toMatchObject({ base_url: "", keys: ["sk-of-mine"] });
  });

  it("do not change or delete a channel that was moved to another tag", async () => {
    const keys = ["sk-first", "sk-second"];
    const ids: number[] = [];
    for (const key of keys)
      ids.push((await admin.post<Channel>("/api/channel/", aChannel({ tag: "left", key }))).data.id);
    const [left = 0] = ids;
    const edits = [
      () => admin.put("/api/channel_tag/left", { ...aChannel({ tag: "left" }), key: "sk-second" }),
      () => admin.put("/api/channel_tag/left/priority", { type: "priority", value: 9 }),
      () => admin.delete("/api/channel_tag/left"),
    ];
    for (const edit of edits) {
      const { key: _, ...form } = aChannel({ id: left });
      meanwhile(() => root.put("/api/channel/", { ...form, tag: "other" }));
      const late = await edit();
      expect([late.status, late.code]).toEqual([409, "channel.changed_meanwhile"]);
      expect(await stored(left)).toMatchObject({ priority: 0, keys: ["sk-first"] });
      expect((await root.put("/api/channel/", { ...form, tag: "left" })).status).toBe(200);
    }
  });

  it("keep both if they change different other fields", async () => {
    const { id } = await create();
    const { key: _, ...form } = aChannel({ id });
    meanwhile(() => admin.put("/api/channel/", { ...form, name: "renamed" }));
    expect((await root.put("/api/channel/", { ...form, priority: 7 })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ name: "renamed", priority: 7 });
  });
});

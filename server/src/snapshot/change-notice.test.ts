import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readSettings } from "@tollgate/contract/settings";
import { createMemoryKeyValue } from "../platform/key-value/memory.ts";
import { type Database, openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createChangeNotice } from "./change-notice.ts";
import { createSnapshotStore } from "./snapshot-store.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-notice-"));
let database: Database;
beforeAll(async () => {
  database = openDatabase({ kind: "sqlite", file: path.join(folder, "t.db") });
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it("notifies a failed listener again, and other topics in the meantime", async () => {
  const here = await createChangeNotice(database, () => {});
  const elsewhere = await createChangeNotice(database, () => {});
  let tries = 0;
  let callers = 0;
  here.subscribe("channels", () => {
    tries += 1;
    if (tries === 1) throw new Error("the refresh failed");
  });
  here.subscribe("callers", () => {
    callers += 1;
  });
  await elsewhere.announce("channels");
  await elsewhere.announce("callers");
  await expect.poll(() => [tries, callers]).toEqual([2, 1]);
  here.stop();
  elsewhere.stop();
});

it("polls immediately after a message, and again if one came in the meantime", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    // One Redis, used by two processes.
    const messages = createMemoryKeyValue(1000, () => 0);
    const here = await createChangeNotice(database, () => {}, messages);
    const elsewhere = await createChangeNotice(database, () => {}, messages);
    const heard: string[] = [];
    for (const topic of ["prices", "groups"] as const)
      here.subscribe(topic, async () => {
        heard.push(topic);
        if (topic === "prices") await elsewhere.announce("groups");
      });
    await elsewhere.announce("prices");
    await expect.poll(() => heard).toEqual(["prices", "groups"]);
    here.stop();
    await elsewhere.announce("prices");
    elsewhere.stop();
    expect(heard).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

it("keeps the load that began last when an earlier one ends after it", async () => {
  const notice = await createChangeNotice(database, () => {});
  const waiting: (() => void)[] = [];
  let slow = false;
  const store = await createSnapshotStore({
    database,
    notice,
    loadSettings: async () => {
      if (slow) await new Promise<void>((resolve) => waiting.push(resolve));
      return readSettings([]);
    },
    openKeys: () => [],
    openTexts: (channel) => channel,
    onBroken: () => {},
  });
  slow = true;
  const earlier = store.refresh();
  await expect.poll(() => waiting.length).toBe(1);
  slow = false;
  await store.refresh();
  const latest = store.current();
  waiting[0]?.();
  await earlier;
  expect(store.current()).toBe(latest);
  notice.stop();
});

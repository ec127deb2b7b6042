import type { Announcement } from "@tollgate/contract/announcements";
import type { Page } from "@tollgate/contract/list-query";
import type { SiteInfo } from "@tollgate/contract/site-info";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { asVisitor, asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";

let running: ControlApp;
let root: Client;
let reader: Client;
beforeAll(async () => {
  running = await startControlApp();
  root = await asRoot(running);
  reader = await asUser(running, await aUser(running));
});
beforeEach(async () => {
  await announce("");
  await running.database.queries.deleteFrom("announcements").execute();
});
afterAll(() => running.stop());

async function announce(text: string): Promise<void> {
  const answer = await root.put("/api/option/", { key: "Notice", value: text });
  expect(answer.status).toBe(200);
}

async function list(query = ""): Promise<Announcement[]> {
  return (await reader.get<Page<Announcement>>(`/api/announcements${query}`)).data.data;
}

const anHour = 3600;

it("keeps every announcement, the newest first, and marks the one that is shown", async () => {
  await announce("Welcome");
  running.clock.advance(2 * anHour);
  await announce("# Closed on Monday\n");
  const { notice_hash: hash } = (await reader.get<SiteInfo>("/api/status")).data;
  expect(await list()).toMatchObject([
    { text: "# Closed on Monday", hash, current: true, published_time: running.clock.now() },
    { text: "Welcome", current: false, published_time: running.clock.now() - 2 * anHour },
  ]);
  await announce("");
  expect((await list()).map(({ current }) => current)).toEqual([false, false]);
  const page = await reader.get<Page<Announcement>>("/api/announcements?size=1&page=2");
  expect(page.data).toMatchObject({ data: [{ text: "Welcome" }], total_count: 2 });
});

it("replaces a text that is corrected within an hour, and not an older one", async () => {
  await announce("Maintenence at noon");
  running.clock.advance(anHour - 1);
  await announce("Maintenance at noon");
  expect((await list()).map(({ text }) => text)).toEqual(["Maintenance at noon"]);
  running.clock.advance(2 * anHour);
  await announce("Maintenance is over");
  expect(await list()).toHaveLength(2);
});

it("shows a text that is announced again once, as the newest", async () => {
  for (const text of ["A", "B", "A"]) {
    await announce(text);
    running.clock.advance(2 * anHour);
  }
  expect((await list()).map(({ text }) => text)).toEqual(["A", "B"]);
});

it("is for signed-in users: visitors read only the current one", async () => {
  await announce("Welcome");
  expect(await asVisitor(running).get("/api/announcements")).toMatchObject({ status: 401 });
  expect(await asVisitor(running).get("/api/notice")).toMatchObject({ data: "Welcome" });
});

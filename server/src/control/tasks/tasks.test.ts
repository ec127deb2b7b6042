import type { Page } from "@tollgate/contract/list-query";
import type { MidjourneyTask, TaskDetail, TaskRow } from "@tollgate/contract/tasks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asRoot, asUser, type Client } from "../../../test/support/as-user.ts";
import { aLog, aUser, type TestUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { newTask } from "../../../test/support/stored-task.ts";
import type { TaskRow as StoredTask } from "../../ledger/task-row.ts";

let running: ControlApp;
let user: TestUser;
let own: Client;
let root: Client;
beforeAll(async () => {
  running = await startControlApp();
  user = await aUser(running);
  own = await asUser(running, user);
  root = await asRoot(running);
  await store("task_song", {
    platform: "suno",
    action: "music",
    channel_id: 3,
    charge: "charged",
    quota: 50,
  });
  await store("task_late", {
    platform: "kling",
    action: "text2video",
    status: "expired",
    charge: "released",
  });
  await store("task_mj", {
    platform: "midjourney",
    action: "IMAGINE",
    mode: "fast",
    accept_code: 22,
    status: "in_progress",
    progress: 40,
    started_at: 1_700_000_004_321,
    asked: JSON.stringify({ echo: { state: "mine" } }),
    result: JSON.stringify({ promptEn: "gate", buttons: [{ customId: "U1" }] }),
  });
  await store("task_other", { platform: "suno", user_id: 1, username: "root" });
});
afterAll(() => running.stop());

async function store(taskId: string, more: Partial<StoredTask>): Promise<void> {
  const task = newTask(taskId, { user_id: user.id, username: user.username, ...more });
  await running.database.queries
    .insertInto("tasks")
    .values({ ...task, version: 1 })
    .execute();
}

const idsOf = async (client: Client, query: string): Promise<string[]> =>
  (await client.get<Page<{ task_id: string }>>(query)).data.data.map(({ task_id }) => task_id).sort();

it("lists a user's own tasks in the family's shape, in seconds and without channels", async () => {
  const { data } = await own.get<Page<TaskRow>>("/api/task/self?task_id=task_song");
  expect(data).toMatchObject({ page: 1, total_count: 1 });
  expect(data.data).toMatchObject([
    {
      task_id: "task_song",
      platform: "suno",
      status: "SUBMITTED",
      submit_time: 1_700_000_000,
      finish_time: 0,
      channel_id: 0,
      channel_name: "",
      quota: 50,
      charge: "charged",
      progress: 0,
      data: null,
    },
  ]);
});

it("lists Midjourney's separately, in milliseconds, with the caller's state and the buttons as text", async () => {
  const { data } = await own.get<Page<MidjourneyTask>>("/api/mj/self");
  expect(data.data).toMatchObject([
    {
      mj_id: "task_mj",
      code: 22,
      status: "IN_PROGRESS",
      progress: "40%",
      submit_time: 1_700_000_000_000,
      start_time: 1_700_000_004_321,
      prompt_en: "gate",
      state: "mine",
      buttons: '[{"customId":"U1"}]',
      mode: "fast",
    },
  ]);
  expect(await idsOf(own, "/api/task/self")).toEqual(["task_late", "task_song"]);
  expect(await idsOf(own, "/api/task/self?platform=all")).toEqual(["task_late", "task_mj", "task_song"]);
});

it("filters by platform, action, status in either case, time, token, channel and user", async () => {
  for (const [query, ids] of [
    ["platform=suno", ["task_other", "task_song"]],
    ["action=text2video", ["task_late"]],
    ["status=FAILURE", ["task_late"]],
    ["status=expired", ["task_late"]],
    ["status=submitted", ["task_other", "task_song"]],
    ["channel_id=3", ["task_song"]],
    [`user_ids=${user.id}`, ["task_late", "task_song"]],
    ["user_id=1", ["task_other"]],
    [`username=${user.username}`, ["task_late", "task_song"]],
    ["token_id=8", []],
    ["end_timestamp=1699999999", []],
    ["start_timestamp=1700000000&order=-submit_time&size=2", ["task_late", "task_other"]],
  ] as const)
    expect([query, await idsOf(root, `/api/task/?${query}`)]).toEqual([query, ids]);
  expect(await idsOf(root, "/api/mj/?start_timestamp=1700000000001")).toEqual([]);
  expect((await root.get("/api/task/?status=almost")).status).toBe(400);
  expect((await root.get("/api/task/?order=prompt")).status).toBe(400);
});

it("shows a task in full to its user and to administrators, and to no other user", async () => {
  await aLog(running, user.id, { request_id: "request-task_song", quota: 50 });
  const entry = { user_id: user.id, kind: "usage", amount: -50, created_at: 5, remark: "" };
  await running.database.queries
    .insertInto("ledger_entries")
    .values({ id: "usage:request-task_song", ...entry })
    .execute();
  await store("task_next", { platform: "suno", continues: "task_song" });
  const { data } = await own.get<TaskDetail>("/api/task/self/task_song");
  expect(data).toMatchObject({
    task: { task_id: "task_song", channel_id: 0 },
    followed_by: ["task_next"],
    ledger: { id: "usage:request-task_song", amount: -50 },
    log: { quota: 50, request_id: "request-task_song", channel: null },
    polling: null,
  });
  expect((await root.get<TaskDetail>("/api/task/task_song")).data).toMatchObject({
    task: { channel_id: 3 },
    polling: { polls: 0 },
  });
  expect(await own.get("/api/task/self/task_other")).toMatchObject({ status: 404, code: "task.not_found" });
  expect(await own.get("/api/task/self/task_none")).toMatchObject({ status: 404, code: "task.not_found" });
});

it("deletes finished tasks after the retention, and none that still holds quota", async () => {
  await running.set("TaskRetentionDays", 1);
  expect(await running.services.tasks.prune()).toBe(2);
  expect(await idsOf(root, "/api/task/?platform=all")).toEqual(["task_mj", "task_next", "task_other"]);
});

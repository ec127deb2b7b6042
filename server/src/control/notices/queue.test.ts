import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readSettings, type Settings } from "@tollgate/contract/settings";
import { afterEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../../../test/support/fake-clock.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import {
  type StandInReply,
  type StandInServer,
  startStandInServer,
} from "../../../test/support/stand-in-server.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { type DatabaseLocation, openDatabase } from "../../storage/database.ts";
import { migrate } from "../../storage/migrate.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import { createMailService } from "../mail/service.ts";
import { retrySeconds } from "./queue.ts";
import { createNoticeService, type NoticeService } from "./service.ts";

const postgres = await postgresOrSkip();
const secretBox = createSecretBox(randomBytes(32));
const root: Actor = { id: 1, username: "root", role: 100, group: "default", ip: "" };
const ending: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

interface Receiver extends StandInServer {
  /** Messages that it accepted. */
  texts: string[];
  /** Of every call. */
  ids: string[];
  replies: (StandInReply | Promise<StandInReply>)[];
  /** Resolves after this many calls. */
  called(count: number): Promise<void>;
}

/** A receiver of webhooks that accepts everything unless it is set to respond otherwise. */
async function aReceiver(): Promise<Receiver> {
  let calls = 0;
  const waiting = new Set<() => void>();
  const receiver: Receiver = {
    ...(await startStandInServer(({ body }) => {
      calls += 1;
      for (const look of waiting) look();
      const { id, title, text } = JSON.parse(body) as { id: string; title: string; text: string };
      receiver.ids.push(id);
      const reply = receiver.replies.shift();
      if (reply !== undefined) return reply;
      receiver.texts.push(`${title}\n${text}`);
      return { status: 200, text: "" };
    })),
    texts: [],
    ids: [],
    replies: [],
    called: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (calls < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
  ending.push(() => receiver.stop());
  return receiver;
}

/** Processes of one installation: a database, and any number of notice services over it. */
async function installation(location?: DatabaseLocation) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-notices-"));
  ending.push(() => rmSync(folder, { recursive: true, force: true }));
  const place = location ?? ({ kind: "sqlite", file: path.join(folder, "test.db") } as const);
  const clock = createFakeClock();
  const settings: Settings = readSettings([]);
  const first = openDatabase(place);
  ending.push(() => first.close());
  await migrate(first, undefined, clock.now);
  for (const table of ["notices", "notice_channels"] as const)
    await first.queries.deleteFrom(table).execute();

  function aProcess(): NoticeService {
    const database = openDatabase(place);
    const shared = {
      database,
      users: createUserRepository(database.queries),
      settings: { current: () => settings, load: async () => settings },
      secretBox,
      audit: { record: async () => {}, recordAlone: async () => {} },
      clock,
    };
    const service = createNoticeService({
      ...shared,
      mail: createMailService(shared),
      fetchPublic: () => Promise.reject(new Error("no release is looked up")),
      product: { version: "v1.2.3" },
    });
    ending.push(async () => {
      await service.stop();
      await database.close();
    });
    return service;
  }

  const rows = () => first.queries.selectFrom("notices").selectAll().orderBy("id").execute();
  return { aProcess, clock, rows, database: first };
}

function addChannel(service: NoticeService, address: string, changes: object = {}) {
  return service.channels.create(root, {
    type: "webhook",
    name: "Duty",
    config: { address, secret: "a secret of the receiver" },
    language: "en_US",
    events: ["channel_disabled", "channel_enabled"],
    pause_minutes: 0,
    enable: true,
    ...changes,
  });
}

const disabled = (id: number, reason = "invalid key") => ({
  content: {
    kind: "channel_disabled" as const,
    id,
    name: `East ${id}`,
    reason,
    model: "gpt-4o",
    status: 401,
    time: 1_790_000_000,
  },
  subject: `channel:${id}`,
  label: `East ${id}`,
});

describe("the queue of notices", () => {
  it("sends immediately, keeps the content of a message sealed until then, and erases it after", async () => {
    const receiver = await aReceiver();
    const { aProcess, rows } = await installation();
    const service = aProcess();
    await addChannel(service, receiver.url);
    let release: (reply: StandInReply) => void = () => {};
    receiver.replies.push(new Promise((resolve) => (release = resolve)));
    await service.notify(disabled(5, "a secret reason"));
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ status: "queued", subject: "channel:5", label: "East 5", count: 1 });
    expect(JSON.stringify(waiting)).not.toContain("secret reason");
    await receiver.called(1);
    release({ status: 200, text: "" });
    await service.sendDue();
    expect(await rows()).toMatchObject([{ status: "sent", body_encrypted: "", attempts: 1, last_error: "" }]);
  });

  it("sends an event over the enabled channels that subscribe to it, and over no other", async () => {
    const [wanting, other, off] = [await aReceiver(), await aReceiver(), await aReceiver()];
    const { aProcess } = await installation();
    const service = aProcess();
    await addChannel(service, wanting.url);
    await addChannel(service, other.url, { events: ["balance_low"] });
    await addChannel(service, off.url, { enable: false });
    await service.notify(disabled(5));
    await service.sendDue();
    expect([wanting, other, off].map(({ texts }) => texts.length)).toEqual([1, 0, 0]);
    expect(wanting.texts[0]).toContain("Channel East 5 was disabled");
    expect(wanting.texts[0]).toMatch(/Reason: invalid key\nModel: gpt-4o\nStatus: 401\n/);
  });

  it("retries after 1, 5, 30 minutes and 3 hours with the same id, then gives up and stores the reason", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation();
    const service = aProcess();
    await addChannel(service, receiver.url);
    const rejected = { status: 500, text: "down" };
    receiver.replies.push(...Array.from({ length: 5 }, () => rejected));
    await service.notify(disabled(5));
    await service.sendDue();
    for (const pause of retrySeconds) {
      const [row] = await rows();
      expect(row).toMatchObject({ status: "queued", next_time: clock.now() + pause });
      clock.advance(pause);
      await service.sendDue();
    }
    expect(await rows()).toMatchObject([
      {
        status: "failed",
        attempts: 5,
        body_encrypted: "",
        last_error: expect.stringContaining("bad_status"),
      },
    ]);
    expect(receiver.ids).toHaveLength(5);
    expect(new Set(receiver.ids).size).toBe(1);
    expect((await service.channels.list({ page: 1, size: 10, order: [], type: "" })).data).toMatchObject([
      { waiting: 0, last_error: expect.stringContaining("status 500") },
    ]);
  });

  it("waits as long as a rate-limiting service requires, with everything for it", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation();
    const service = aProcess();
    await addChannel(service, receiver.url);
    receiver.replies.push({ status: 429, text: "", headers: { "retry-after": "600" } });
    await Promise.all([service.notify(disabled(5)), service.notify(disabled(6))]);
    await service.sendDue();
    for (const row of await rows()) expect(row.next_time).toBeGreaterThanOrEqual(clock.now() + 600);
    clock.advance(599);
    await service.sendDue();
    expect(receiver.texts).toEqual([]);
    clock.advance(1);
    await service.sendDue();
    expect(receiver.texts).toHaveLength(2);
  });

  it("delays no other service while one hangs", async () => {
    const [hanging, prompt] = [await aReceiver(), await aReceiver()];
    const { aProcess } = await installation();
    const service = aProcess();
    await addChannel(service, hanging.url);
    await addChannel(service, prompt.url);
    hanging.replies.push("hang", "hang", "hang");
    const begun = performance.now();
    for (const id of [1, 2, 3]) await service.notify(disabled(id));
    await prompt.called(3);
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(hanging.texts).toEqual([]);
    await hanging.called(1);
    // Its call is aborted, so that the process can end.
    await hanging.stop();
  });

  it("combines repetitions within the pause into one message with a count", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation();
    const service = aProcess();
    await addChannel(service, receiver.url, { pause_minutes: 30 });
    await service.notify(disabled(5, "first"));
    await service.sendDue();
    clock.advance(60);
    for (const reason of ["second", "third", "fourth"]) await service.notify(disabled(5, reason));
    await service.notify(disabled(6));
    await service.notify({ ...disabled(5), content: { ...disabled(5).content, kind: "channel_enabled" } });
    await service.sendDue();
    expect(receiver.texts).toHaveLength(3);
    expect(await rows()).toMatchObject([{}, { status: "queued", count: 3 }, {}, {}]);
    clock.advance(29 * 60 - 1);
    await service.sendDue();
    expect(receiver.texts).toHaveLength(3);
    clock.advance(1);
    await service.sendDue();
    expect(receiver.texts).toHaveLength(4);
    expect(receiver.texts[3]).toContain("fourth");
    expect(receiver.texts[3]).toContain("Happened: 3 times since 2026-11-03 04:06 UTC");
    clock.advance(60);
    await service.notify(disabled(5));
    await service.sendDue();
    expect(receiver.texts).toHaveLength(4);
  });

  it("notifies of a change only if its transaction is committed", async () => {
    const receiver = await aReceiver();
    const { aProcess, rows, database } = await installation();
    const service = aProcess();
    await addChannel(service, receiver.url);
    const undone = database.transaction(async (queries) => {
      await service.notify(disabled(5), queries);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await rows()).toEqual([]);
    await database.transaction((queries) => service.notify(disabled(5), queries));
    await service.sendDue();
    expect(receiver.texts).toHaveLength(1);
  });

  it("deletes what waits in a deleted channel, and sends nothing over a disabled one", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation();
    const service = aProcess();
    const gone = await addChannel(service, receiver.url, { pause_minutes: 30 });
    const off = await addChannel(service, receiver.url, { pause_minutes: 30 });
    receiver.replies.push({ status: 400, text: "" }, { status: 400, text: "" });
    await service.notify(disabled(5));
    await service.sendDue();
    await service.channels.delete(root, gone.id);
    await service.channels.update(
      root,
      { id: off.id, enable: false },
      { values: {}, moving: [], instead: {} },
    );
    expect(await rows()).toMatchObject([{ channel_id: off.id, status: "queued" }]);
    clock.advance(60);
    await service.sendDue();
    expect(await rows()).toMatchObject([{ status: "failed", last_error: "The channel is disabled." }]);
    expect(receiver.texts).toEqual([]);
  });

  it("keeps secrets out of what it stores of a failure, even where the service repeats them", async () => {
    const receiver = await startStandInServer(({ path: called }) => ({
      status: 400,
      json: { ok: false, description: `wrong path ${called}` },
    }));
    ending.push(() => receiver.stop());
    const { aProcess, rows } = await installation();
    const service = aProcess();
    const token = "123456789:a-token-no-one-may-read";
    await addChannel(service, "", {
      type: "telegram",
      config: { address: receiver.url, token, chat_ids: "5" },
    });
    await service.notify(disabled(5));
    await service.sendDue();
    const [row] = await rows();
    expect(row?.last_error).toContain("wrong path");
    expect(JSON.stringify(row)).not.toContain("a-token-no-one");
    const { data } = await service.channels.list({ page: 1, size: 10, order: [], type: "" });
    expect(JSON.stringify(data)).not.toContain("a-token-no-one");
  });

  it("deletes messages after thirty days", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation();
    const service = aProcess();
    await addChannel(service, receiver.url);
    await service.notify(disabled(5));
    await service.sendDue();
    clock.advance(30 * 86_400 - 1);
    await service.prune();
    expect(await rows()).toHaveLength(1);
    clock.advance(1);
    await service.prune();
    expect(await rows()).toEqual([]);
  });
});

describe("several processes on SQLite", () => {
  manyProcesses(undefined);
});
describe.skipIf(postgres === null)("several processes on PostgreSQL", () => {
  manyProcesses({ kind: "postgres", url: postgres ?? "" });
});

function manyProcesses(location: DatabaseLocation | undefined): void {
  it("send every message once", async () => {
    const receiver = await aReceiver();
    const { aProcess, rows } = await installation(location);
    const processes = [aProcess(), aProcess(), aProcess()];
    const [one] = processes;
    if (one) await addChannel(one, receiver.url);
    const sending = processes.flatMap((process, index) =>
      [0, 1, 2, 3].map((nth) => process.notify(disabled(index * 4 + nth))),
    );
    await Promise.all(sending);
    await receiver.called(12);
    await Promise.all(processes.map((process) => process.sendDue()));
    expect(receiver.texts).toHaveLength(12);
    expect(new Set(receiver.ids).size).toBe(12);
    for (const row of await rows()) expect(row).toMatchObject({ status: "sent", attempts: 1 });
  });

  it("combine the events of all of them into one message", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation(location);
    const processes = [aProcess(), aProcess(), aProcess()];
    const [one] = processes;
    if (one) await addChannel(one, receiver.url, { pause_minutes: 10 });
    await one?.notify(disabled(5));
    await one?.sendDue();
    await Promise.all(
      processes.flatMap((process) => [process.notify(disabled(5)), process.notify(disabled(5))]),
    );
    expect(await rows()).toMatchObject([{ status: "sent" }, { status: "queued", count: 6 }]);
    clock.advance(600);
    await Promise.all(processes.map((process) => process.sendDue()));
    await receiver.called(2);
    expect(receiver.texts).toHaveLength(2);
  });

  it("take over what one left behind in the middle of an attempt, which may arrive twice", async () => {
    const receiver = await aReceiver();
    const { aProcess, clock, rows } = await installation(location);
    const died = aProcess();
    await addChannel(died, receiver.url);
    let answer: (reply: StandInReply) => void = () => {};
    receiver.replies.push(new Promise((resolve) => (answer = resolve)));
    await died.notify(disabled(5));
    await receiver.called(1);
    const later = aProcess();
    await later.sendDue();
    expect(receiver.texts).toEqual([]);
    clock.advance(121);
    await later.sendDue();
    expect(receiver.texts).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 2 }]);
    answer({ status: 500, text: "" });
    await died.stop();
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 2, last_error: "" }]);
  });
}

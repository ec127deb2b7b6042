import { expect, it } from "vitest";
import type { ProcessIdentity, UsageStore } from "./store/usage-store.ts";
import { createProcessWatch } from "./process-watch.ts";

interface Recorded extends ProcessIdentity {
  heartbeat_at: number;
}

function createRecords() {
  const rows = new Map<string, Recorded>();
  const swept: string[] = [];
  const store: Pick<UsageStore, "heartbeat" | "register" | "listProcesses" | "sweep"> = {
    async heartbeat(process, now) {
      const known = rows.has(process.id);
      if (known) rows.set(process.id, { ...process, heartbeat_at: now });
      return known;
    },
    async register(process, now) {
      rows.set(process.id, { ...process, heartbeat_at: now });
    },
    listProcesses: async () => [...rows.values()],
    async sweep(id) {
      swept.push(id);
      return rows.delete(id);
    },
  };
  return { rows, swept, store: store as UsageStore };
}

const self: ProcessIdentity = { id: "self", host: "here", pid: process.pid };

it("declares another machine's process dead only when its heartbeat stops, independent of its clock", async () => {
  const { rows, swept, store } = createRecords();
  let seconds = 0;
  const watch = createProcessWatch({
    store,
    self,
    now: () => 1000,
    onTakenForDead: async () => {},
    monotonicSeconds: () => seconds,
  });
  rows.set("far", { id: "far", host: "there", pid: process.pid, heartbeat_at: 5 });
  for (; seconds < 60; seconds += 2) {
    rows.set("far", { id: "far", host: "there", pid: process.pid, heartbeat_at: 5 + seconds });
    await watch.renew();
  }
  expect(swept).toEqual([]);
  for (const end = seconds + 20; seconds < end; seconds += 2) await watch.renew();
  expect(swept).toEqual(["far"]);
});

it("immediately releases what a process of this system left behind, and an earlier one with its own pid", async () => {
  const { rows, swept, store } = createRecords();
  const watch = createProcessWatch({
    store,
    self,
    now: () => 1000,
    onTakenForDead: async () => {},
  });
  rows.set("gone", { id: "gone", host: "here", pid: 2 ** 22 + 12_345, heartbeat_at: 1000 });
  rows.set("before", { id: "before", host: "here", pid: process.pid, heartbeat_at: 1000 });
  rows.set("parent", { id: "parent", host: "here", pid: process.ppid, heartbeat_at: 1 });
  await watch.renew();
  expect(swept.sort()).toEqual(["before", "gone"]);
});

it("reports that it was declared dead itself, and registers again", async () => {
  const { rows, store } = createRecords();
  let lost = 0;
  const watch = createProcessWatch({
    store,
    self,
    now: () => 1000,
    onTakenForDead: async () => {
      lost += 1;
    },
  });
  await watch.renew();
  rows.delete("self");
  await watch.renew();
  expect(lost).toBe(1);
  expect(rows.has("self")).toBe(true);
});

it("lets go of its leases although the database failed when it found out", async () => {
  const { rows, store } = createRecords();
  let lettingGo = 0;
  let failing: "register" | "let go" | undefined;
  const watch = createProcessWatch({
    store: {
      ...store,
      async register(process, now) {
        // Stored, and the answer is lost on its way.
        await store.register(process, now);
        if (failing === "register") throw new Error("no answer");
      },
    },
    self,
    now: () => 1000,
    onTakenForDead: async () => {
      if (failing === "let go") throw new Error("no database");
      lettingGo += 1;
    },
  });
  await watch.renew();
  for (failing of ["register", "let go"] as const) {
    rows.delete("self");
    await expect(watch.renew()).rejects.toThrow();
    failing = undefined;
    const before = lettingGo;
    await watch.renew();
    expect(lettingGo).toBe(before + 1);
    await watch.renew();
    expect(lettingGo).toBe(before + 1);
  }
});

it("declares no process dead because the database was unreachable for a minute", async () => {
  const { rows, swept, store } = createRecords();
  let seconds = 0;
  const watch = createProcessWatch({
    store,
    self,
    now: () => 1000,
    onTakenForDead: async () => {},
    monotonicSeconds: () => seconds,
  });
  const alive = (): void => void rows.set("far", { id: "far", host: "there", pid: 1, heartbeat_at: seconds });
  alive();
  await watch.renew();
  const { heartbeat } = store;
  store.heartbeat = () => Promise.reject(new Error("no database"));
  for (; seconds < 60; seconds += 2) await expect(watch.renew()).rejects.toThrow("no database");
  store.heartbeat = heartbeat;
  // This process is the first to reach the database again.
  await watch.renew();
  expect(swept).toEqual([]);
  alive();
  for (const end = seconds + 14; seconds < end; seconds += 2) await watch.renew();
  expect(swept).toEqual([]);
  for (const end = seconds + 4; seconds < end; seconds += 2) await watch.renew();
  expect(swept).toEqual(["far"]);
});

it("releases no living process's leases when the machine's clock jumps an hour on or back", async () => {
  const { rows, swept, store } = createRecords();
  let seconds = 0;
  let wall = 1_800_000_000;
  const watchOf = (id: string) =>
    createProcessWatch({
      store,
      self: { id, host: id, pid: process.pid },
      now: () => wall,
      onTakenForDead: async () => {},
      monotonicSeconds: () => seconds,
    });
  const watches = [watchOf("one"), watchOf("two")];
  for (const jump of [3600, -7200, 3600]) {
    for (const end = seconds + 30; seconds < end; seconds += 2, wall += 2)
      for (const watch of watches) await watch.renew();
    wall += jump;
  }
  for (const watch of watches) await watch.renew();
  expect(swept).toEqual([]);
  expect([...rows.keys()]).toEqual(["one", "two"]);
});

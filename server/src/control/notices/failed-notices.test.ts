import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { NoticeRepository } from "../../storage/repositories/notice-repository.ts";
import { createReleaseCheck } from "./check-release.ts";
import type { NewNotice } from "./notify.ts";
import { createQueueWatch } from "./watch-queues.ts";

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

/** Collects the subjects of notices; the notice with the number `fails` fails. */
function aNotify(fails: number) {
  const reported: string[] = [];
  let count = 0;
  return {
    reported,
    notify: async ({ subject }: NewNotice) => {
      count += 1;
      if (count === fails) throw new Error("database is away");
      reported.push(subject);
    },
  };
}

const shared = () => ({ runs: createJobRunRepository(running.database.queries), clock: running.clock });

describe("a notice that fails is sent at the next look, once,", () => {
  it("of a delivery backlog, without those that did not fail", async () => {
    const { reported, notify } = aNotify(2);
    const backlog = { waiting: 3, since: 1, reason: "421 busy" };
    const stuck = [5, 6].map((channel_id) => ({ ...backlog, channel_id, channel_name: "Duty phone" }));
    const watch = createQueueWatch({
      ...shared(),
      mail: { stuckSince: async () => undefined },
      notices: { stuckSince: async () => stuck } as unknown as NoticeRepository,
      notify,
    });
    await expect(watch()).rejects.toThrow("away");
    for (let look = 0; look < 3; look += 1) await watch();
    expect(reported).toEqual(["queue:5", "queue:6"]);
  });

  it("of a release", async () => {
    const { reported, notify } = aNotify(1);
    const url = "https://gate.example/latest";
    const answer = JSON.stringify({ tag_name: "v1.10.0", html_url: "https://gate.example/v1.10.0" });
    const check = createReleaseCheck({
      ...shared(),
      settings: { current: () => ({ ReleasesAddress: url }) },
      fetchPublic: async () => ({ bytes: Buffer.from(answer), url, mediaType: "application/json" }),
      product: { version: "v1.9.0" },
      notify,
    });
    await expect(check()).rejects.toThrow("away");
    for (let look = 0; look < 3; look += 1) await check();
    expect(reported).toEqual(["version:v1.10.0"]);
  });
});

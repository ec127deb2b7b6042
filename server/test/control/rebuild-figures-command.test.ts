import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { aLog } from "../support/builders.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-figures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rebuild = (dataDir: string, ...args: string[]) =>
  runCommand("server/src/rebuild-figures.ts", { DATA_DIR: dataDir }, args);

describe("npm run rebuild-figures", () => {
  it("makes the roll-ups the sums of the log next to an open database", async () => {
    const database = openDatabase({ kind: "sqlite", file: path.join(folder, "tollgate.db") });
    await migrate(database);
    const at = Math.floor(Date.now() / 1000) - 5000;
    const running = { database, clock: { now: () => at } } as unknown as Parameters<typeof aLog>[0];
    for (let call = 0; call < 3; call++) await aLog(running, 1, { quota: 7 });
    await database.queries.updateTable("usage_figures").set({ requests: 0, quota: 0 }).execute();
    const { stdout, stderr, status } = rebuild(folder);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toMatch(/The figures of \d hours match the log: \d+\.\d s\.\n$/);
    const rows = await database.queries
      .selectFrom("usage_figures")
      .select(["requests", "quota"])
      .where("dimension", "=", 1)
      .where("span", "=", 900)
      .execute();
    expect(rows).toEqual([{ requests: 3, quota: 21 }]);
    await database.close();
  });

  it("reports what is wrong with its options and a missing database", () => {
    expect(rebuild(path.join(folder, "nowhere"))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("There is no database at"),
    });
    for (const args of [["--until"], ["--until", "yesterday"], ["--from", "2026-01-01"]])
      expect(rebuild(folder, ...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("--until YYYY-MM-DD"),
      });
  });
});

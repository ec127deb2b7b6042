import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { callCost, costRates, noUsage } from "@tollgate/contract/cost";
import { isValidModelPattern } from "@tollgate/contract/model-pattern";
import { price as priceSchema } from "@tollgate/contract/pricing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openingDue } from "../../src/control/accounts/welcome.ts";
import { seedDatabase } from "../../src/control/seed.ts";
import { defaultPrices } from "../../src/control/price-book.ts";
import { createPasswords } from "../../src/platform/passwords.ts";
import { type Database, openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { startControlApp } from "../support/control-app.ts";
import { createFakeClock } from "../support/fake-clock.ts";

const passwords = createPasswords({ memoryCost: 64, timeCost: 1 });
const clock = createFakeClock();
let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-seed-"));
  database = openDatabase({ kind: "sqlite", file: path.join(folder, "seed.db") });
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const seed = (rootPassword?: string) => seedDatabase({ database, passwords, clock, rootPassword });
const rootHash = async () =>
  (await database.queries.selectFrom("users").select("password_hash").executeTakeFirstOrThrow())
    .password_hash;

describe("the first start", () => {
  it("creates root with a random password that is shown once and stored nowhere", async () => {
    const { created, generatedPassword } = await seed();
    expect(created).toBe(true);
    expect(generatedPassword).toMatch(/^[0-9A-Za-z]{20}$/);
    expect(await passwords.verify(await rootHash(), generatedPassword ?? "")).toBe(true);
    expect(await seed()).toEqual({ created: false, generatedPassword: undefined });
    for (const wellKnown of ["123456", "root", "admin", "password", ""])
      expect(await passwords.verify(await rootHash(), wellKnown)).toBe(false);
  });

  it("uses the configured password, once", async () => {
    expect(await seed("configured one")).toEqual({ created: true, generatedPassword: undefined });
    await seed("another one");
    expect(await passwords.verify(await rootHash(), "configured one")).toBe(true);
  });

  it("is done by one of two processes that start together", async () => {
    const results = await Promise.all([seed(), seed()]);
    expect(results.filter((result) => result.created)).toHaveLength(1);
    const users = await database.queries.selectFrom("users").select("id").execute();
    expect(users).toHaveLength(1);
  });
});

describe("a first start that fails", () => {
  const main = path.resolve(import.meta.dirname, "../../src/main.ts");

  it("has shown the password that it stored, and has credited root", async () => {
    const dataDir = path.join(folder, "data");
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    const { port } = blocker.address() as AddressInfo;
    const { ROOT_PASSWORD: _, ...inherited } = process.env;
    const env = {
      ...inherited,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "fatal",
    };
    const failed = await run(env);
    await new Promise((resolve) => blocker.close(resolve));
    expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining("cannot listen") as string });
    const password = /Password: +(\w{20})\n/.exec(failed.output)?.[1] ?? "";
    const started = openDatabase({ kind: "sqlite", file: path.join(dataDir, "tollgate.db") });
    const root = await started.queries
      .selectFrom("users")
      .select(["password_hash", "quota", "welcome_due"])
      .executeTakeFirstOrThrow();
    await started.close();
    expect(await passwords.verify(root.password_hash, password)).toBe(true);
    expect([root.quota, root.welcome_due]).toEqual([100_000_000, ""]);
  }, 60_000);

  it("owes root the opening quota, which the schedule pays once", async () => {
    await seedDatabase({ database, passwords, clock, rootPassword: "a", welcomeDue: openingDue(700) });
    const running = await startControlApp({ location: database.location });
    try {
      running.clock.advance(1000);
      for (let round = 0; round < 2; round += 1) await running.services.accounts.payWelcomes();
      const entries = await database.queries.selectFrom("ledger_entries").select(["id", "amount"]).execute();
      expect(entries).toEqual([{ id: "opening:1", amount: 700 }]);
    } finally {
      await running.stop();
    }
  });

  async function run(env: NodeJS.ProcessEnv): Promise<{ code: unknown; output: string; errors: string }> {
    const child = spawn(process.execPath, [main], { env });
    const read = { output: "", errors: "" };
    child.stdout.on("data", (data: Buffer) => (read.output += data.toString()));
    child.stderr.on("data", (data: Buffer) => (read.errors += data.toString()));
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, ...read };
  }
});

describe("the price table", () => {
  it("holds valid prices, each model once", () => {
    const rows = defaultPrices();
    expect(rows.length).toBeGreaterThanOrEqual(800);
    expect(new Set(rows.map((row) => row.model)).size).toBe(rows.length);
    for (const row of rows) {
      expect(isValidModelPattern(row.model)).toBe(true);
      const value = {
        ...row,
        locked: false,
        extra_ratios: JSON.parse(row.extra_ratios) as object,
        rules: JSON.parse(row.rules) as object[],
      };
      expect([row.model, priceSchema.safeParse(value).success]).toEqual([row.model, true]);
    }
  });

  it("charges the vendors' prices", () => {
    const dollars = (model: string, usage: object) => {
      const row = defaultPrices().find((one) => one.model === model);
      if (!row) throw new Error(`no price for ${model}`);
      const terms = { ...row, extra_ratios: JSON.parse(row.extra_ratios) as Record<string, number> };
      return callCost(costRates(terms, 1), { ...noUsage, ...usage }) / 500_000;
    };
    expect(dollars("gpt-4o", { input: 1e6, output: 1e6 })).toBe(12.5);
    expect(dollars("gpt-4o", { cached: 1e6 })).toBe(1.25);
    expect(dollars("claude-sonnet-4-5", { cached_read: 1e6, cached_write: 1e6, output: 1e6 })).toBe(19.05);
    expect(dollars("gemini-2.5-flash", { input_audio: 1e6 })).toBe(1);
    expect(dollars("deepseek-chat", { input: 1e6, cached: 1e6 })).toBe(0.308);
  });
});

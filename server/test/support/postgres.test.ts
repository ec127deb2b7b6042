import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findPostgres, postgresOrSkip, startPostgres } from "./postgres.ts";

const bin = findPostgres();

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

describe.skipIf(bin === null)("startPostgres", () => {
  it("gives every suite an empty server of its own and removes it", async () => {
    const [one, two] = await Promise.all([startPostgres(bin ?? ""), startPostgres(bin ?? "")]);
    await query(one.url, "create table only_here (id int)");
    expect(await query(two.url, "select 1 as one from pg_tables where tablename = 'only_here'")).toEqual([]);
    await Promise.all([one.stop(), two.stop()]);
    await expect(query(one.url, "select 1")).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});

describe("postgresOrSkip", () => {
  it("prints why it skips", async () => {
    vi.stubEnv("TOLLGATE_REQUIRE_ALL", "");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await postgresOrSkip(null)).toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("skipped: no PostgreSQL found"));
  });

  it("fails if tests must not be skipped", async () => {
    vi.stubEnv("TOLLGATE_REQUIRE_ALL", "1");
    await expect(postgresOrSkip(null)).rejects.toThrow("TOLLGATE_REQUIRE_ALL");
  });
});

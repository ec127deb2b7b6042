import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "tollgate-config-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (env: Record<string, string>, demo = false) => readConfig({ DATA_DIR: dataDir, ...env }, demo);

describe("REDIS_URL", () => {
  it.each(["redis://localhost:6379/2", "rediss://user:secret@cache.example.com"])("may be %s", (url) => {
    expect(read({ REDIS_URL: url })).toMatchObject({ redisUrl: url, warnings: [] });
  });

  it.each(["localhost:6379", "http://localhost", "redis", "redis//x"])(
    "may not be %s, and is not repeated",
    (url) => {
      expect(() => read({ REDIS_URL: url })).toThrow(ConfigError);
      expect(() => read({ REDIS_URL: url })).toThrow(
        "The environment is not valid. REDIS_URL: must be an address that begins with redis:// or rediss://",
      );
    },
  );

  it("is required if several processes count calls", () => {
    const url = "redis://localhost";
    expect(read({ WORKERS: "2" }).warnings).toEqual([
      expect.stringContaining("WORKERS is set without REDIS_URL"),
    ]);
    expect(read({ WORKERS: "2", REDIS_URL: url }).warnings).toEqual([]);
    expect(read({ WORKERS: "1" }).warnings).toEqual([]);
  });

  it("is unset if empty, and in the demo", () => {
    expect(read({}).redisUrl).toBeUndefined();
    expect(read({ REDIS_URL: "" }).redisUrl).toBeUndefined();
    expect(read({ REDIS_URL: "redis://localhost" }, true).redisUrl).toBeUndefined();
  });
});

describe("UPSTREAM_CLIENT", () => {
  it("is the builtin client unless undici is chosen", () => {
    expect(read({}).upstreamClient).toBe("builtin");
    expect(read({ UPSTREAM_CLIENT: "undici" }).upstreamClient).toBe("undici");
  });

  it.each(["Undici", "fetch", "true"])("may not be %s", (text) => {
    expect(() => read({ UPSTREAM_CLIENT: text })).toThrow(
      "The environment is not valid. UPSTREAM_CLIENT: must be builtin or undici",
    );
  });
});

describe("API_RATE_LIMIT", () => {
  it("is a number of calls, 300 by default", () => {
    expect(read({}).apiRateLimit).toBe(300);
    expect(read({ API_RATE_LIMIT: "5000" }).apiRateLimit).toBe(5000);
  });

  it.each(["0", "-1", "many", "1e3"])("may not be %s", (text) => {
    expect(() => read({ API_RATE_LIMIT: text })).toThrow(
      "API_RATE_LIMIT: must be a number from 1 to 999999999",
    );
  });
});

describe("EGRESS_ALLOW", () => {
  it("is a list of addresses and ranges", () => {
    expect(read({}).egressAllow).toEqual([]);
    expect(read({ EGRESS_ALLOW: "10.0.0.0/8, 192.168.1.5,fd00::/8," }).egressAllow).toEqual([
      "10.0.0.0/8",
      "192.168.1.5",
      "fd00::/8",
    ]);
  });

  it.each(["intranet.example.com", "10.0.0.0/33", "10.0.0", "*"])("names the invalid entry: %s", (entry) => {
    expect(() => read({ EGRESS_ALLOW: `10.0.0.1,${entry}` })).toThrow(
      `EGRESS_ALLOW: "${entry}" is neither an address nor a CIDR range`,
    );
  });
});

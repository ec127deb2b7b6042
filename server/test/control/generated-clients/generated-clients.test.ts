import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningApp, rootPassword, startApp } from "../../support/start-app.ts";
import { installedOrSkip, installPythonClient, installTypeScriptClient } from "./install-clients.ts";

const [typeScript, python] = await Promise.all([
  installedOrSkip(installTypeScriptClient),
  installedOrSkip(installPythonClient),
]);

/**
 * The steps of both clients: sign in, then create, list, read, change and delete a token, fail twice, create a channel.
 */
const seen = {
  key: "sk-",
  listed: ["Support bot"],
  limit: false,
  changed: "Renamed",
  deleted: true,
  missing: "token.not_found",
  refused: ["name"],
  models: "gpt-4o",
};

describe("clients that are generated from the API document", () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(async () => {
    typeScript?.remove();
    python?.remove();
    await running.stop();
  });

  it.skipIf(typeScript === null)("are typed and work in TypeScript", { timeout: 120_000 }, async () => {
    expect(await typeScript?.use(running.url, rootPassword)).toEqual(seen);
  });

  it.skipIf(python === null)(
    "are generated without a warning and work in Python",
    { timeout: 120_000 },
    async () => {
      expect(await python?.use(running.url, rootPassword)).toEqual({ ...seen, modules: expect.any(Number) });
    },
  );
});

describe("a generator that cannot be installed", () => {
  const install = () => Promise.reject(new Error("spawn npm ENOENT"));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it("skips its suite and prints the reason", async () => {
    vi.stubEnv("TOLLGATE_REQUIRE_ALL", "");
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    expect(await installedOrSkip(install)).toBeNull();
    expect(warn).toHaveBeenCalledWith("skipped: spawn npm ENOENT");
  });

  it("fails its suite where nothing may be skipped", async () => {
    vi.stubEnv("TOLLGATE_REQUIRE_ALL", "1");
    await expect(installedOrSkip(install)).rejects.toThrow("TOLLGATE_REQUIRE_ALL");
  });
});

import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

/** Linux keeps files of this folder in memory. Deleting the databases of a test from a disk takes a second, from there nothing. */
const memoryFolder = "/dev/shm";
/** Bytes that must be free there: containers often have only 64 MB. */
const memoryNeeded = 4 * 1024 ** 3;

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= memoryNeeded;
}

const env = {
  // Servers that tests start find their code compiled, which halves the time of a start; `server/start.mjs` has the same folder.
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/tollgate"),
  ...(hasRoomInMemory() && { TMPDIR: memoryFolder }),
};

/** Files that replace a module (`vi.mock`): another file of the same process may have loaded the real one before. */
const alone = {
  server: ["server/test/control/password-flood.test.ts"],
  console: [
    "src/screens/profile/linked-accounts.test.tsx",
    "src/widgets/sign-in-methods/sign-in-methods.test.tsx",
  ],
};

/** Conditions are awaited longer than Vitest's second, which a busy machine exceeds; less than the limit of a test. */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
} as const;
const patientWaits = path.join(import.meta.dirname, "server/test/support/patient-waits.ts");
const server = {
  ...patient,
  environment: "node",
  env,
  setupFiles: patientWaits,
} as const;
const screens = {
  ...patient,
  root: "console",
  environment: "jsdom",
  setupFiles: [patientWaits, "test/setup.ts"],
};

/** One file more than cores, since each waits now and then; on more cores than two, Vitest's own rule of one less. */
const workers = Math.max(3, availableParallelism() - 1);

/** Files of a project share processes and loaded modules (`isolate: false`); a process for each takes three times as long. */
export default defineConfig({
  test: {
    maxWorkers: workers,
    // Tests of one file that run at the same time; each of a face has a page of its own.
    maxConcurrency: 3,
    projects: [
      {
        test: {
          ...server,
          name: "unit",
          include: ["contract/src/**/*.test.ts", "server/src/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        test: {
          ...server,
          name: "server",
          include: ["server/test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: alone.server,
          isolate: false,
        },
      },
      { test: { ...server, name: "server-alone", include: alone.server } },
      {
        test: {
          ...server,
          // The suites of upstream calls once more, over the other HTTP client.
          name: "undici",
          env: { ...env, UPSTREAM_CLIENT: "undici" },
          include: [
            "server/test/relay/{disconnect,hostile-upstream,large-media,rebinding,retries}.test.ts",
            "server/src/relay/upstream/{addresses,call-upstream,guarded-connections,hostile-peer,many-callers,over-tls,same-as-node}.test.ts",
          ],
          isolate: false,
        },
      },
      {
        test: {
          ...screens,
          name: "console",
          include: ["src/**/*.test.tsx"],
          exclude: alone.console,
          isolate: false,
        },
      },
      // Without a document, which takes half a second for each file.
      {
        test: {
          ...patient,
          root: "console",
          name: "console-logic",
          setupFiles: patientWaits,
          include: ["src/**/*.test.ts"],
          isolate: false,
        },
      },
      { test: { ...screens, name: "console-alone", include: alone.console } },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["e2e/**/*.spec.ts"],
          env,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
          // After the others: browsers leave no core to suites that watch the clock.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

import path from "node:path";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Servers that tests start find their code compiled, which halves the time of a start; `server/start.mjs` has the same folder. */
const env = { NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/tollgate") };

/** Files that replace a module of the whole process. */
const alone = ["server/test/control/password-flood.test.ts"];

export default defineConfig({
  test: {
    // Vitest leaves one core free, which on two cores is half of the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["contract/src/**/*.test.ts", "server/src/**/*.test.ts"],
          // Files share one process and its loaded modules: a process for each takes three times as long.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          environment: "node",
          include: ["server/test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: alone,
          isolate: false,
          env,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "alone",
          environment: "node",
          include: alone,
          env,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "console",
          root: "console",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["test/setup.ts"],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["e2e/**/*.spec.ts"],
          env,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // After the others: browsers leave no core to suites that watch the clock.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

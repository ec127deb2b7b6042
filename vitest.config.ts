import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          // The suites of upstream calls once more, over the other HTTP client.
          name: "undici",
          environment: "node",
          env: { UPSTREAM_CLIENT: "undici" },
          include: [
            "server/test/relay/{disconnect,hostile-upstream,large-media,rebinding,retries}.test.ts",
            "server/src/relay/upstream/{addresses,call-upstream,guarded-connections,hostile-peer,many-callers,over-tls,same-as-node}.test.ts",
          ],
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
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["e2e/**/*.spec.ts"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

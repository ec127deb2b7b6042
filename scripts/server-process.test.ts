import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { serverProcess } from "./server-process.ts";

it("passes arguments on, and leaves a chosen number of arenas alone", () => {
  const { args, env } = serverProcess(["--demo"], { PORT: "1" });
  const start = path.resolve(import.meta.dirname, "../server/start.mjs");
  expect(args.slice(-2)).toEqual([start, "--demo"]);
  expect(args.slice(0, -2).every((flag) => flag.startsWith("--"))).toBe(true);
  expect(env).toEqual({ MALLOC_ARENA_MAX: "2", PORT: "1" });
  expect(serverProcess([], { MALLOC_ARENA_MAX: "4" }).env).toEqual({ MALLOC_ARENA_MAX: "4" });
  expect(serverProcess([], { MALLOC_ARENA_MAX: "" }).env).toEqual({ MALLOC_ARENA_MAX: "2" });
});

it("starts Node with flags that it knows", () => {
  const { args, env } = serverProcess([], process.env);
  const { status, stderr } = spawnSync(
    process.execPath,
    [...args.slice(0, -1), "-e", "process.exit(typeof gc === 'function' ? 0 : 1)"],
    { env, encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

const module = path.join(import.meta.dirname, "server-process.ts");

/** Runs a program that becomes another one, which prints its process, a variable and an argument, and ends with 3. */
function become(canReplace: boolean) {
  const other = "console.log(process.pid, process.env.GREETING, process.argv[1]); process.exit(3)";
  const program = `import { becomeProcess } from ${JSON.stringify(module)};
    console.log(process.pid);
    const args = ["-e", ${JSON.stringify(other)}, "argument"];
    await becomeProcess({ args, env: { ...process.env, GREETING: "hello" } }, ${canReplace});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  const [before = "", after = ""] = stdout.trim().split("\n");
  return { status, stderr, before, after };
}

it.skipIf(process.platform === "win32")("replaces its process", () => {
  const { status, stderr, before, after } = become(true);
  expect({ status, stderr, after }).toEqual({ status: 3, stderr: "", after: `${before} hello argument` });
});

it("waits for the other process where it cannot be replaced, and ends with its exit code", () => {
  const { status, stderr, before, after } = become(false);
  expect({ status, stderr }).toEqual({ status: 3, stderr: "" });
  expect(after).toMatch(/^\d+ hello argument$/);
  expect(after).not.toContain(before);
});

import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { chatFrames, startFakeUpstream, streamAnswer } from "../../fake-upstream/fake-upstream.ts";
import { type RunningApp, rootPassword, startApp } from "../../support/start-app.ts";
import {
  installedOrSkip,
  installPythonClient,
  installTypeScriptClient,
  repositoryRoot,
} from "./install-clients.ts";

/** The console's file: another workspace, which is compiled for browsers. */
const { exportCode } = (await import(
  pathToFileURL(path.join(repositoryRoot, "console/src/screens/playground/code-export.ts")).href
)) as { exportCode(language: string, server: string, body: Record<string, unknown>): string };

const call = { id: "1", type: "function", function: { name: "find", arguments: "{}" } };

const [typeScript, python] = await Promise.all([
  installedOrSkip(installTypeScriptClient),
  installedOrSkip(installPythonClient),
]);

afterAll(() => {
  typeScript?.remove();
  python?.remove();
});

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
  afterAll(() => running.stop());

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

describe.skipIf(python === null)("Python code that the playground exports", () => {
  it("runs as printed: sends the same request and prints the answer with its tool calls", async () => {
    const upstream = await startFakeUpstream();
    try {
      const body = {
        model: "gpt-4o",
        messages: [
          { role: "system", content: 'It\'s "terse".' },
          {
            role: "user",
            content: [
              { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
              { type: "text", text: "é 😀\n\u2028 %s {x} \\" },
            ],
          },
          { role: "assistant", content: null, tool_calls: [call] },
          { role: "tool", tool_call_id: "1", content: "{}" },
        ],
        temperature: 0,
        stop: ["END"],
        seed: 7,
        reasoning_effort: "low",
        response_format: { type: "json_schema", json_schema: { name: "r", strict: true, schema: {} } },
        tools: [
          { type: "function", function: { name: "find", parameters: { additionalProperties: false } } },
        ],
        tool_choice: "auto",
        stream: true,
        stream_options: { include_usage: true },
        chat_template_kwargs: { thinking: null },
      };
      const toolCall = JSON.stringify({
        choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }],
      });
      const [first = "", ...rest] = chatFrames(["From ", "code"]);
      upstream.answer(streamAnswer([first, `data: ${toolCall}\n\n`, ...rest]));
      const code = exportCode("python", upstream.url, body);
      const printed = await python?.run(code, { GATEWAY_API_KEY: "sk-test" });
      expect(printed).toBe("find{}From code\n");
      expect(upstream.seen.map(({ json }) => json)).toEqual([body]);
    } finally {
      await upstream.stop();
    }
  }, 60_000);
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

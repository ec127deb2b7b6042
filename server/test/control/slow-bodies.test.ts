import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createMemoryBudget } from "../../src/platform/memory-budget.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** The console's bodies may fill 2 MB together, and 1 MB from one address. */
const megabyte = 1024 * 1024;
let running: RunningApp;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startApp(undefined, {
    memory: createMemoryBudget(16 * megabyte),
    env: { TRUST_PROXY: "127.0.0.1" },
  });
});
afterAll(() => running?.stop());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A request that announces a body of 1 MB and sends only `sent` of them. */
async function slowBody(address: string, sent: number): Promise<{ answer: () => string }> {
  const socket = connect(Number(new URL(running.url).port), "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.on("error", () => {}).on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  const head =
    `POST /api/user/login HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${address}\r\n` +
    `content-type: application/json\r\ncontent-length: ${megabyte}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + " ".repeat(sent), () => resolve()));
  return { answer: () => text };
}

const signIn = (): Promise<Response> =>
  fetch(`${running.url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.99" },
    body: JSON.stringify({ username: "unknown", password: "a guess" }),
  });

describe("slow bodies of the console's API", () => {
  it("reserve nothing by their announced length: others still sign in", async () => {
    for (let i = 0; i < 40; i++) await slowBody(`198.51.100.${i}`, 100);
    expect((await signIn()).status).toBe(401);
  });

  it("are rejected where the received bytes do not fit, and release them when they end", async () => {
    const bodies: { answer: () => string }[] = [];
    for (let i = 0; i < 3; i++) bodies.push(await slowBody(`198.51.100.${i}`, 900_000));
    // Two fit. The server reads all three at the same time, so any may be the one too many.
    const answers = () => bodies.map(({ answer }) => answer()).filter((answer) => answer !== "");
    await vi.waitUntil(() => answers().some((answer) => answer.includes("server.busy")), { timeout: 10_000 });
    expect(answers()).toHaveLength(1);
    expect(answers()[0]).toMatch(/^HTTP\/1.1 503 /);
    expect(answers()[0]?.toLowerCase()).toContain("connection: close");
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => {
      const next = await slowBody("198.51.100.4", megabyte - 1);
      sockets.at(-1)?.write(" ");
      await vi.waitUntil(() => next.answer() !== "", { timeout: 2000 });
      expect(next.answer()).toMatch(/^HTTP\/1.1 400 /);
    }, 10_000);
  });

  it("count for their address", async () => {
    // Bodies of the previous test may still be in transit.
    await vi.waitFor(
      async () => {
        for (const socket of sockets.splice(0)) socket.destroy();
        await slowBody("198.51.100.7", 600_000);
        const second = await slowBody("198.51.100.7", 600_000);
        await vi.waitUntil(() => second.answer().includes("request.rate_limited"), { timeout: 2000 });
      },
      { timeout: 20_000 },
    );
    expect((await signIn()).status).toBe(401);
  });

  it("leave a kept-alive connection usable after a whole one", async () => {
    for (let i = 0; i < 3; i++) expect((await signIn()).status).toBe(401);
  });
});

import { afterAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { rootPassword, type RunningApp, startApp } from "../support/start-app.ts";

/** Browsers open websockets to any server with that server's cookies, without a preflight. */
const upstream: FakeRealtime = await startFakeRealtime();
const running: RunningApp = await startApp();
afterAll(async () => {
  await running.stop();
  await upstream.stop();
});

/** "open", or the status of the rejected upgrade. */
function outcomeOf(path: string, headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(running.url.replace("http", "ws") + path, { headers });
  return new Promise((resolve) => {
    socket.on("open", () => {
      socket.close();
      resolve("open");
    });
    socket.on("unexpected-response", (_request, response) => {
      response.destroy();
      resolve(String(response.statusCode));
    });
    // An upgrade without a handler is closed.
    socket.on("error", () => resolve("closed"));
  });
}

it("another site's page cannot open a websocket with the browser's session, whatever its origin", async () => {
  await running.aPrice({ model: "talking-model", type: "tokens", channel_type: 1, input: 2, output: 4 });
  await running.aChannel({ base_url: upstream.url, models: ["talking-model"] });
  const { key } = await running.aToken();
  upstream.onSocket((socket) => socket.send(JSON.stringify({ type: "session.created", session: {} })));
  const signedIn = await fetch(`${running.url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password: rootPassword }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect(cookie).toContain("session=");

  const realtime = "/v1/realtime?model=talking-model";
  for (const origin of ["https://evil.example", "null", running.url])
    expect(await outcomeOf(realtime, { cookie, origin })).toBe("401");
  for (const path of ["/api/user/self", "/api/status", "/"])
    expect(await outcomeOf(path, { cookie, origin: "https://evil.example" })).not.toBe("open");
  // Only the key opens one, and browsers never add it automatically as they add cookies.
  expect(await outcomeOf(realtime, { authorization: `Bearer ${key}`, origin: "https://app.example" })).toBe(
    "open",
  );
});

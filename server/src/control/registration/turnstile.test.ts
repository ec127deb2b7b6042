import { afterEach, beforeEach, expect, it } from "vitest";
import { asVisitor } from "../../../test/support/as-user.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { startTurnstileStandIn, type TurnstileStandIn } from "../../../test/support/turnstile-stand-in.ts";

let running: ControlApp;
let turnstile: TurnstileStandIn;
beforeEach(async () => {
  turnstile = await startTurnstileStandIn();
  running = await startControlApp();
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", 1);
  await running.set("SMTPFrom", "gate@example.org");
  await running.set("ServerAddress", "http://localhost:3000");
  await running.set("TurnstileCheckEnabled", true);
  await running.set("TurnstileAddress", turnstile.url);
});
afterEach(async () => {
  await running.stop();
  await turnstile.stop();
});

let count = 0;
function register(answer: string) {
  count += 1;
  const query = answer === "" ? "" : `?turnstile=${answer}`;
  const form = { username: `person${count}`, password: "a long password" };
  return asVisitor(running).post(`/api/user/register${query}`, form);
}

it("requires a Turnstile token, once, for registration, codes and password resets", async () => {
  expect((await register("")).code).toBe("turnstile.failed");
  expect((await asVisitor(running).get("/api/verification?email=a@example.org")).code).toBe(
    "turnstile.failed",
  );
  expect((await asVisitor(running).get("/api/reset_password?email=a@example.org")).code).toBe(
    "turnstile.failed",
  );
  expect(turnstile.calls).toEqual([]);
  expect((await register("bad-1")).code).toBe("turnstile.failed");
  expect((await register("good-1")).status).toBe(200);
  expect((await register("good-1")).code).toBe("turnstile.failed");
  const code = await asVisitor(running).get("/api/verification?email=a@example.org&turnstile=good-2");
  expect(code.status).toBe(200);
  const reset = await asVisitor(running).get("/api/reset_password?email=a@example.org&turnstile=good-3");
  expect(reset.status).toBe(200);
  expect(turnstile.calls.at(-1)).toMatchObject({ response: "good-3", remoteip: "127.0.0.1" });
});

it("rejects responses that were created on another site", async () => {
  turnstile.hostname = "evil.example";
  expect((await register("good-1")).code).toBe("turnstile.failed");
});

it.each(["error", "nonsense"] as const)("rejects while the service responds with %s", async (answer) => {
  turnstile.answer = answer;
  expect(await register("good-1")).toMatchObject({ status: 503, code: "turnstile.unavailable" });
});

it("rejects while the service cannot be reached", async () => {
  await running.set("TurnstileAddress", "http://127.0.0.1:1");
  expect((await register("good-1")).code).toBe("turnstile.unavailable");
});

it("is not called where it is disabled", async () => {
  await running.set("TurnstileCheckEnabled", false);
  expect((await register("")).status).toBe(200);
  expect(turnstile.calls).toEqual([]);
});

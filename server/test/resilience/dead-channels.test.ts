import { afterAll, expect, it } from "vitest";
import {
  chatAnswer,
  type FakeUpstream,
  hangUp,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const upstreams: FakeUpstream[] = await Promise.all([1, 2, 3].map(() => startFakeUpstream()));
const running: RunningApp = await startApp();
afterAll(async () => {
  await running.stop();
  for (const upstream of upstreams) await upstream.stop();
});

it("every channel is dead: each caller gets a free error, nothing stays reserved, and the first recovered channel serves again", async () => {
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 1 });
  for (const [index, upstream] of upstreams.entries()) {
    upstream.answer(hangUp);
    await running.aChannel({ name: `channel ${index}`, base_url: upstream.url });
  }
  const { key } = await running.aToken();
  const before = await running.books();
  // Separate conversations, since the same one would stay at its channel.
  const requestBody = (text: string) => ({
    model: "test-model",
    messages: [{ role: "user", content: text }],
  });
  // Not all concurrently: the channels must fail on the way.
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => running.call(key, requestBody(`${round} ${index}`))),
    );
    for (const answer of answers) {
      expect([502, 503]).toContain(answer.status);
      const { error } = (await answer.json()) as { error: { message: string; code: string } };
      expect(error.message).toContain(answer.headers.get("x-request-id"));
      expect(error.message).not.toContain("127.0.0.1");
    }
  }
  const during = await running.books();
  expect(during.balance).toBe(before.balance);
  expect(during.entries).toBe(during.balance);
  expect(during.logs.map((log) => log.quota)).toEqual(Array.from({ length: 40 }, () => 0));

  const leases = () => running.app.database.queries.selectFrom("leases").select("amount").execute();
  await expect.poll(leases, { timeout: 15_000, interval: 200 }).toEqual([]);

  upstreams[1]?.answer(jsonAnswer(chatAnswer()));
  await expect
    .poll(async () => (await running.call(key, requestBody("after"))).status, {
      timeout: 15_000,
      interval: 200,
    })
    .toBe(200);
  const after = await running.books();
  expect(before.balance - after.balance).toBe(17);
});

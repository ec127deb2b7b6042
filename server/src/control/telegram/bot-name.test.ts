import { readSettings } from "@tollgate/contract/settings";
import { expect, it } from "vitest";
import { createFakeClock } from "../../../test/support/fake-clock.ts";
import { usualTimes } from "./lead-bot.ts";
import { type BotRunnerDependencies, createBotRunner } from "./run-bot.ts";

it("is empty once the token is removed, also while the name is being read", async () => {
  let token = `123456789:${"a".repeat(35)}`;
  let applied = 0;
  const name = Promise.withResolvers<{ username: string }>();
  const reading = Promise.withResolvers<void>();
  const runner = createBotRunner({
    settings: () => {
      applied += 1;
      return readSettings([{ key: "TelegramBotToken", value: JSON.stringify(token) }]);
    },
    bots: {
      find: () => {
        reading.resolve();
        return name.promise;
      },
    },
    // Another process leads.
    runs: { find: async () => ({ holder: "other", held_until: Number.MAX_SAFE_INTEGER }) },
    clock: createFakeClock(),
    times: usualTimes,
    onError: (error: unknown) => {
      throw error;
    },
  } as unknown as BotRunnerDependencies);
  runner.start();
  await reading.promise;
  token = "";
  runner.follow();
  await expect.poll(() => applied).toBe(2);
  name.resolve({ username: "gate_bot" });
  await runner.stop();
  expect(runner.username()).toBe("");
});

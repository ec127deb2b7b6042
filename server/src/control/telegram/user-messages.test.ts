import { randomBytes } from "node:crypto";
import type { Api } from "grammy";
import { expect, it } from "vitest";
import { createFakeClock } from "../../../test/support/fake-clock.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import type { TelegramMessageRepository } from "../../storage/repositories/telegram-message-repository.ts";
import { createUserMessages } from "./user-messages.ts";

it("looks for messages again after an error of the database", async () => {
  const away = new Error("database is away");
  const errors: unknown[] = [];
  let looks = 0;
  const ending = new AbortController();
  const messages = createUserMessages({
    messages: {
      async due() {
        looks += 1;
        if (looks === 1) throw away;
        ending.abort();
        return [];
      },
    } as unknown as TelegramMessageRepository,
    secretBox: createSecretBox(randomBytes(32)),
    clock: createFakeClock(),
    onError: (error) => errors.push(error),
  });
  await messages.keepSending({} as Api, ending.signal, 1);
  expect([looks, errors]).toEqual([2, [away]]);
});

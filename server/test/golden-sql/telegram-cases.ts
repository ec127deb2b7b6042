import { createTelegramBotRepository } from "../../src/storage/repositories/telegram-bot-repository.ts";
import { createTelegramMessageRepository } from "../../src/storage/repositories/telegram-message-repository.ts";
import { createTelegramMenuRepository } from "../../src/storage/repositories/telegram-menu-repository.ts";
import { defineCases } from "./cases.ts";
import { newRow } from "./new-row.ts";

const page = { page: 2, size: 20, order: [{ field: "command", descending: false }] };

export const telegramCases = {
  "telegram-menu-repository": defineCases(({ database }) => createTelegramMenuRepository(database.queries), {
    page: {
      "of all": (menus) => menus.page(page, ""),
      "by keyword": (menus) => menus.page(page, "k"),
    },
    listCommands: (menus) => menus.listCommands(),
    find: (menus) => menus.find(1),
    findByCommand: (menus) => menus.findByCommand("docs"),
    insert: (menus) => menus.insert(newRow("telegram_menus")),
    update: (menus) => menus.update(1, newRow("telegram_menus")),
    delete: (menus) => menus.delete(1),
  }),
  "telegram-bot-repository": defineCases(({ database }) => createTelegramBotRepository(database.queries), {
    find: (bots) => bots.find(1),
    save: (bots) => bots.save(newRow("telegram_bots")),
    takeUpdate: (bots) => bots.takeUpdate(1, 2, 1),
    forgetUpdates: (bots) => bots.forgetUpdates(1),
  }),
  "telegram-message-repository": defineCases(
    ({ database }) => createTelegramMessageRepository(database.queries),
    {
      insert: (messages) => messages.insert(newRow("telegram_messages")),
      due: (messages) => messages.due(1, 20),
      take: (messages) => messages.take(1, 2, 3),
      waiting: (messages) => messages.waiting("42"),
      delete: (messages) => messages.delete(1),
    },
  ),
};

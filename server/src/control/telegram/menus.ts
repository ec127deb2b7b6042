import type { Page } from "@tollgate/contract/list-query";
import {
  customCommandsMost,
  type TelegramMenu,
  telegramMenu,
  type TelegramMenuForm,
} from "@tollgate/contract/telegram";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  createTelegramMenuRepository,
  type TelegramMenuRow,
} from "../../storage/repositories/telegram-menu-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";

/** Custom commands that administrators edit. */
export interface TelegramMenus {
  list(request: PageRequest & { keyword: string }): Promise<Page<TelegramMenu>>;
  /** @throws AppError telegram_menu.not_found */
  get(id: number): Promise<TelegramMenu>;
  /**
   * Creates (`id` 0) or changes.
   * @throws AppError telegram_menu.not_found, telegram_menu.exists, telegram_menu.too_many
   */
  save(actor: Actor, form: TelegramMenuForm): Promise<TelegramMenu>;
  /** @throws AppError telegram_menu.not_found */
  delete(actor: Actor, id: number): Promise<void>;
}

export function createTelegramMenus({
  database,
  audit,
}: {
  database: Database;
  audit: Audit;
}): TelegramMenus {
  const menus = createTelegramMenuRepository(database.queries);

  return {
    async list({ page, size, order, keyword }) {
      const { rows, total } = await menus.page({ page, size, order }, keyword.trim().replace(/^\//, ""));
      return { data: rows.map(present), page, size, total_count: total };
    },

    async get(id) {
      const row = await menus.find(id);
      if (!row) throw missing();
      return present(row);
    },

    async save(actor, { id, ...values }) {
      try {
        return await database.transaction(async (queries) => {
          const rows = createTelegramMenuRepository(queries);
          const before = id === 0 ? undefined : await rows.find(id);
          if (id !== 0 && !before) throw missing();
          if (!before && (await rows.listCommands()).length >= customCommandsMost) throw tooMany();
          const row = before ? await rows.update(id, values) : await rows.insert(values);
          if (!row) throw missing();
          const event = before
            ? eventOf("update", row, auditChanges(before, values))
            : eventOf("create", row);
          await audit.record(queries, actor, event);
          return present(row);
        });
      } catch (error) {
        if (!database.dialect.isUniqueViolation(error)) throw error;
        throw taken(values.command);
      }
    },

    async delete(actor, id) {
      await database.transaction(async (queries) => {
        const row = await createTelegramMenuRepository(queries).delete(id);
        if (!row) throw missing();
        await audit.record(queries, actor, eventOf("delete", row));
      });
    },
  };
}

function present(row: TelegramMenuRow): TelegramMenu {
  return telegramMenu.parse(row);
}

function eventOf(action: string, row: TelegramMenuRow, detail?: Record<string, unknown>): AuditEvent {
  const target = { type: "telegram_menu", id: row.id, name: row.command };
  return { action: `telegram_menu.${action}`, target, ...(detail && { detail }) };
}

function missing(): AppError {
  return new AppError("telegram_menu.not_found");
}

function taken(command: string): AppError {
  const message = "There is already such a command.";
  const fields = [{ path: "command", code: "telegram.command_taken", message }];
  return new AppError("telegram_menu.exists", { params: { command }, fields });
}

function tooMany(): AppError {
  return new AppError("telegram_menu.too_many", { params: { maximum: customCommandsMost } });
}

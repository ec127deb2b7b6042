import { parseOrder } from "@tollgate/contract/list-query";
import {
  createTelegramBindCode,
  deleteTelegramMenu,
  getTelegramMenu,
  getTelegramStatus,
  listTelegramMenus,
  reloadTelegramMenus,
  saveTelegramMenu,
} from "@tollgate/contract/telegram";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { TelegramService } from "./service.ts";

export function registerTelegramRoutes(register: RegisterEndpoint, telegram: TelegramService): void {
  const { menus } = telegram;
  register(listTelegramMenus, ({ query }) => menus.list({ ...query, order: parseOrder(query.order) }));
  register(getTelegramStatus, () => telegram.status());
  register(getTelegramMenu, ({ params }) => menus.get(params.id));
  register(saveTelegramMenu, ({ actor, body }) => menus.save(actor, body));
  register(deleteTelegramMenu, async ({ actor, params }) => {
    await menus.delete(actor, params.id);
    return null;
  });
  register(reloadTelegramMenus, async ({ actor }) => {
    await telegram.reload(actor);
    return null;
  });
  register(createTelegramBindCode, ({ actor, body, session }) =>
    telegram.createBindCode(actor, body, session.id),
  );
}

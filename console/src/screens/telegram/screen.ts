import { defineScreen } from "../../lib/define-screen";

export const telegramMenusScreen = defineScreen({
  name: "telegram-menus",
  path: "/panel/telegram_menu",
  title: "screens.telegram-menus",
  icon: "page",
  menu: { group: "setting", collapse: "operation", order: 100 },
  access: "admin",
  searchable: true,
  page: () => import("./telegram-menus-page").then((module) => module.TelegramMenusPage),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen } from "../../lib/define-screen";

export const telegramScreen = defineScreen({
  name: "telegram",
  path: "/panel/telegram",
  title: "screens.telegram",
  icon: "telegram",
  menu: { group: "setting", collapse: "operation", order: 31 },
  access: "admin",
  searchable: true,
  page: () => import("./telegram-page").then((module) => module.TelegramPage),
  prefetch: (client) => import("./telegram-page").then((module) => module.prefetchTelegram(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

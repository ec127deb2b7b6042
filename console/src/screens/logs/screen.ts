import { defineScreen } from "../../lib/define-screen";

export const logsScreen = defineScreen({
  name: "logs",
  path: "/panel/log",
  title: "screens.logs",
  icon: "logs",
  menu: { group: "usage", order: 10 },
  access: "user",
  page: () => import("./logs-page").then((module) => module.LogsPage),
  prefetch: (client) => import("./logs-page").then((module) => module.prefetchLogs(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

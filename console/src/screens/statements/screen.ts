import { defineScreen } from "../../lib/define-screen";

/** `?month=2026-11`; administrators add `&user=12`. */
export const statementsScreen = defineScreen({
  name: "statements",
  path: "/panel/statement",
  title: "screens.statements",
  icon: "page",
  menu: { group: "billing", order: 30 },
  access: "user",
  page: () => import("./statements-page").then((module) => module.StatementsPage),
  prefetch: (client) => import("./statements-page").then((module) => module.prefetchStatement(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

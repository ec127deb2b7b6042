import { defineScreen } from "../../lib/define-screen";

export const tokensScreen = defineScreen({
  name: "tokens",
  path: "/panel/token",
  title: "screens.tokens",
  icon: "tokens",
  menu: { group: "setting", order: 50 },
  access: "user",
  searchable: true,
  page: () => import("./tokens-page").then((module) => module.TokensPage),
  prefetch: (client) => import("./tokens-page").then((module) => module.prefetchOwnTokens(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

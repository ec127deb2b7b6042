import { defineScreen } from "../../lib/define-screen";

export const topUpScreen = defineScreen({
  name: "topup",
  path: "/panel/topup",
  title: "screens.topup",
  icon: "topup",
  menu: { group: "billing", order: 10 },
  access: "user",
  page: () => import("./topup-page").then((module) => module.TopUpPage),
  prefetch: (client) => import("./topup-page").then((module) => module.prefetchTopUp(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen } from "../../lib/define-screen";

export const redemptionsScreen = defineScreen({
  name: "redemptions",
  path: "/panel/redemption",
  title: "screens.redemptions",
  icon: "redemptions",
  menu: { group: "setting", collapse: "pay-settings", order: 40 },
  access: "admin",
  searchable: true,
  page: () => import("./redemptions-page").then((module) => module.RedemptionsPage),
  prefetch: (client) => import("./redemptions-page").then((module) => module.prefetchRedemptions(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

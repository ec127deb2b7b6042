import { defineScreen } from "../../lib/define-screen";

export const paymentsScreen = defineScreen({
  name: "payments",
  path: "/panel/payment",
  title: "screens.payments",
  icon: "payments",
  menu: { group: "setting", collapse: "pay-settings", order: 41 },
  access: "admin",
  page: () => import("./payments-page").then((module) => module.PaymentsPage),
  prefetch: (client) => import("./payments-page").then((module) => module.prefetchGateways(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

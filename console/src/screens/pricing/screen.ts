import { defineScreen } from "../../lib/define-screen";

export const pricingScreen = defineScreen({
  name: "pricing",
  path: "/panel/pricing",
  title: "screens.pricing",
  icon: "pricing",
  menu: { group: "setting", collapse: "operation", order: 30 },
  access: "admin",
  searchable: true,
  page: () => import("./pricing-page").then((module) => module.PricingPage),
  prefetch: (client) => import("./pricing-page").then((module) => module.prefetchPricing(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

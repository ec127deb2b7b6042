import { defineScreen } from "../../lib/define-screen";

export const analyticsScreen = defineScreen({
  name: "analytics",
  path: "/panel/analytics",
  title: "screens.analytics",
  icon: "analytics",
  menu: { group: "dashboard", order: 20 },
  access: "admin",
  page: () => import("./analytics-page").then((module) => module.AnalyticsPage),
  prefetch: (client) => import("./analytics-page").then((module) => module.prefetchAnalytics(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

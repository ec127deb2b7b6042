import { defineScreen } from "../../lib/define-screen";

export const dashboardScreen = defineScreen({
  name: "dashboard",
  path: "/panel/dashboard",
  title: "screens.dashboard",
  icon: "dashboard",
  menu: { group: "dashboard", order: 10 },
  access: "user",
  page: () => import("./dashboard-page").then((module) => module.DashboardPage),
  prefetch: (client) => import("./dashboard-page").then((module) => module.prefetchDashboard(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

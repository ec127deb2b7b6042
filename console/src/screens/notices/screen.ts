import { defineScreen } from "../../lib/define-screen";

export const noticesScreen = defineScreen({
  name: "notices",
  path: "/panel/notice",
  title: "screens.notices",
  icon: "notices",
  menu: { group: "setting", order: 80 },
  access: "admin",
  page: () => import("./notices-page").then((module) => module.NoticesPage),
  prefetch: (client) => import("./notices-page").then((module) => module.prefetchNotices(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen } from "../../lib/define-screen";

export const settingsScreen = defineScreen({
  name: "settings",
  path: "/panel/setting",
  title: "screens.settings",
  icon: "settings",
  menu: { group: "setting", order: 90 },
  access: "admin",
  page: () => import("./settings-page").then((module) => module.SettingsPage),
  prefetch: (client) => import("./settings-page").then((module) => module.prefetchSettings(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen } from "../../lib/define-screen";

export const userGroupsScreen = defineScreen({
  name: "user-groups",
  path: "/panel/user_group",
  title: "screens.user-groups",
  icon: "groups",
  menu: { group: "setting", collapse: "operation", order: 25 },
  access: "admin",
  searchable: true,
  page: () => import("./user-groups-page").then((module) => module.UserGroupsPage),
  prefetch: (client) => import("./user-groups-page").then((module) => module.prefetchUserGroups(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

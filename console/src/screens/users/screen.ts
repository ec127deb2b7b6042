import { defineScreen } from "../../lib/define-screen";

export const usersScreen = defineScreen({
  name: "users",
  path: "/panel/user",
  title: "screens.users",
  icon: "users",
  menu: { group: "setting", order: 10 },
  access: "admin",
  searchable: true,
  page: () => import("./users-page").then((module) => module.UsersPage),
  prefetch: (client) => import("./users-page").then((module) => module.prefetchUsers(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

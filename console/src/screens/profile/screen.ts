import { defineScreen } from "../../lib/define-screen";

export const profileScreen = defineScreen({
  name: "profile",
  path: "/panel/profile",
  title: "screens.profile",
  icon: "profile",
  menu: { group: "setting", order: 60 },
  access: "user",
  page: () => import("./profile-page").then((module) => module.ProfilePage),
  locales: (language) => import(`./locales/${language}.json`),
});

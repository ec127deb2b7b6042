import { defineScreen } from "../../lib/define-screen";

export const homeScreen = defineScreen({
  name: "home",
  path: "/",
  title: "home",
  icon: "page",
  access: "public",
  layout: "public",
  page: () => import("./home-page").then((module) => module.HomePage),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen } from "../../lib/define-screen";

export const aboutScreen = defineScreen({
  name: "about",
  path: "/about",
  title: "screens.about",
  icon: "page",
  access: "public",
  layout: "public",
  page: () => import("./about-page").then((module) => module.AboutPage),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen } from "../../lib/define-screen";

export const loginScreen = defineScreen({
  name: "login",
  path: "/login",
  title: "screens.login",
  icon: "page",
  access: "public",
  layout: "bare",
  page: () => import("./login-page").then((module) => module.LoginPage),
  locales: (language) => import(`./locales/${language}.json`),
});

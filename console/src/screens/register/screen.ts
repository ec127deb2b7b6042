import { defineScreen } from "../../lib/define-screen";

export const registerScreen = defineScreen({
  name: "register",
  path: "/register",
  title: "screens.register",
  icon: "page",
  access: "public",
  layout: "bare",
  page: () => import("./register-page").then((module) => module.RegisterPage),
  locales: (language) => import(`./locales/${language}.json`),
});

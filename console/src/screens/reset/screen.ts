import { defineScreen } from "../../lib/define-screen";

export const resetScreen = defineScreen({
  name: "reset",
  path: "/reset",
  title: "screens.reset",
  icon: "page",
  access: "public",
  layout: "bare",
  page: () => import("./reset-page").then((module) => module.ResetPage),
  locales: (language) => import(`./locales/${language}.json`),
});

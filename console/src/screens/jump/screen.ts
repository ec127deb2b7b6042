import { defineScreen } from "../../lib/define-screen";

export const jumpScreen = defineScreen({
  name: "jump",
  path: "/jump",
  title: "screens.jump",
  icon: "page",
  access: "public",
  layout: "bare",
  page: () => import("./jump-page").then((module) => module.JumpPage),
  locales: (language) => import(`./locales/${language}.json`),
});

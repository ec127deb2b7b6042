import { defineScreen } from "../../lib/define-screen";

/** The public door to the playground; the playground itself stands in the console. */
export const playgroundScreen = defineScreen({
  name: "playground",
  path: "/playground",
  title: "screens.playground",
  icon: "playground",
  access: "user",
  layout: "public",
  page: () => import("./playground-page").then((module) => module.PlaygroundPage),
  locales: (language) => import(`./locales/${language}.json`),
});

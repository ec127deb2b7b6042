import { defineScreen } from "../../lib/define-screen";

/** Chat with the callable models. `/playground` of the public bar redirects here. */
export const playgroundScreen = defineScreen({
  name: "playground",
  path: "/panel/playground",
  title: "screens.playground",
  icon: "playground",
  menu: { group: "dashboard", order: 30 },
  access: "user",
  page: () => import("./playground-page").then((module) => module.PlaygroundPage),
  prefetch: (client) => import("./playground-page").then((module) => module.prefetchPlayground(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

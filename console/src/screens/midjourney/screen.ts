import { defineScreen } from "../../lib/define-screen";

export const midjourneyScreen = defineScreen({
  name: "midjourney",
  path: "/panel/midjourney",
  title: "screens.midjourney",
  icon: "midjourney",
  menu: { group: "usage", order: 20 },
  access: "user",
  page: () => import("./midjourney-page").then((module) => module.MidjourneyPage),
  prefetch: (client) => import("./midjourney-page").then((module) => module.prefetchPictures(client)),
  locales: (language) => import(`./locales/${language}.json`),
});

import { defineScreen, type LocaleModule } from "../../lib/define-screen";
import type { Language } from "../../lib/i18n/languages";

const page = () => import("./not-found-page").then((module) => module.NotFoundPage);
const locales = (language: Language): Promise<LocaleModule> => import(`./locales/${language}.json`);

/** For addresses of the public site; catches every unknown one. */
export const notFoundScreen = defineScreen({
  name: "not-found",
  path: "/404",
  title: "screens.not-found",
  icon: "page",
  access: "public",
  layout: "public",
  page,
  locales,
});

/** Inside the console: target for unknown addresses and screens above the user's role. */
export const panelNotFoundScreen = defineScreen({
  name: "not-found",
  path: "/panel/404",
  title: "screens.not-found",
  icon: "page",
  access: "user",
  page,
  locales,
});

import { defineScreen, type LocaleModule, type Screen } from "../../lib/define-screen";
import type { Language } from "../../lib/i18n/languages";

const page = () => import("./oauth-callback-page").then((module) => module.OauthCallbackPage);
const locales = (language: Language): Promise<LocaleModule> => import(`./locales/${language}.json`);

const passport = (path: string): Screen =>
  defineScreen({
    name: "oauth-callback",
    path,
    title: "screens.oauth-callback",
    icon: "page",
    access: "public",
    layout: "bare",
    page,
    locales,
  });

/** Where each service sends people back to. */
export const gitHubCallbackScreen = passport("/oauth/github");
export const oidcCallbackScreen = passport("/oauth/oidc");
export const larkCallbackScreen = passport("/oauth/lark");

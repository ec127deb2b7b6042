import { defineScreen } from "../../lib/define-screen";

export const resetPasswordScreen = defineScreen({
  name: "reset-password",
  path: "/user/reset",
  title: "screens.reset-password",
  icon: "page",
  access: "public",
  layout: "bare",
  page: () => import("./reset-password-page").then((module) => module.ResetPasswordPage),
  locales: (language) => import(`./locales/${language}.json`),
});

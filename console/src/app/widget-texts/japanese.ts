/** The texts of the console's widgets and of failures, by the path of their file: one request for all of them. */
export const texts = import.meta.glob<Record<string, unknown>>(
  [
    "../../widgets/*/locales/ja_JP.json",
    "!../../widgets/sign-in-methods/**",
    "../../lib/i18n/locales/ja_JP/{errors,validation}.json",
  ],
  {
    eager: true,
    import: "default",
  },
);

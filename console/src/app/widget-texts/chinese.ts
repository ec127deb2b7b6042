/** The texts of the console's widgets and of failures, by the path of their file: one request for all of them. */
export const texts = import.meta.glob<Record<string, unknown>>(
  [
    "../../widgets/*/locales/zh_CN.json",
    "!../../widgets/sign-in-methods/**",
    "../../lib/i18n/locales/zh_CN/{errors,validation}.json",
  ],
  {
    eager: true,
    import: "default",
  },
);

/** The texts of the console's widgets, by the path of their file: one request for all of them. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ["../../widgets/*/locales/en_US.json", "!../../widgets/sign-in-methods/**"],
  {
    eager: true,
    import: "default",
  },
);

/** The texts of all widgets, by the path of their file: one request for all of them. */
export const texts = import.meta.glob<Record<string, unknown>>("../../widgets/*/locales/en_US.json", {
  eager: true,
  import: "default",
});

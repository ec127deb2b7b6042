/** The texts that several rooms share, by the path of their file: one request for all of them. */
export const texts = import.meta.glob<Record<string, unknown>>("../locales/ja_JP/*.json", {
  eager: true,
  import: "default",
});

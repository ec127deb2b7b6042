/** The texts that several rooms share, by the path of their file: one request for all of them. */
export const texts = import.meta.glob<Record<string, unknown>>("../locales/zh_CN/{common,shell}.json", {
  eager: true,
  import: "default",
});

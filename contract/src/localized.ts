import * as z from "zod";

/** A text that travels with a descriptor in every language of the console. */
export const localizedText = z
  .object({ en_US: z.string(), zh_CN: z.string(), ja_JP: z.string() })
  .meta({ id: "LocalizedText", description: "A text in every language of the console." });
export type LocalizedText = z.infer<typeof localizedText>;

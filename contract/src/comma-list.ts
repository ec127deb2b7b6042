import * as z from "zod";

/** Names between commas; spaces around them and empty places do not count. */
export function splitCommaList(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A list in an answer: text with commas on the wire, as the family has it, and an array in our code. */
export const commaList = z.codec(z.string(), z.array(z.string()), {
  decode: splitCommaList,
  encode: (names) => names.join(","),
});

/** A list in a body: text with commas or an array. `list` checks its names; an omitted list is empty. */
export function commaListInput(list: z.ZodType<string[], string[]>): z.ZodType<string[], string | string[]> {
  // `list` checks the names, so that each has its place in the errors; documents describe them.
  const name = z.unknown().meta({ type: "string" });
  const sent = z.union([z.array(name), z.string().transform(splitCommaList)]) as unknown as z.ZodType<
    string[],
    string | string[]
  >;
  return sent.pipe(list).prefault([]) as unknown as z.ZodType<string[], string | string[]>;
}

/** A valid name in such a list. */
export function withoutComma<T extends z.ZodType<string>>(name: T): T {
  return name.refine((text) => !text.includes(","), {
    params: { code: "list.comma" },
    message: "A name in this list may not contain a comma.",
  });
}

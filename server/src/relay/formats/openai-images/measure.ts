import type { CallSize } from "../format.ts";
import { type Fields } from "../kit/check-value.ts";
import { needFields, readText, readWhole } from "../kit/read-fields.ts";
import { readForm } from "../kit/read-form.ts";
import { pictureTokens, writtenTokens } from "./picture-tokens.ts";
import { formKinds, picturesMost, readWish } from "./read-head.ts";

/** Pictures by their number, size and quality (relay contract A13). `body` has passed `readHead`. */
export function measureGeneration(body: unknown): CallSize {
  return measure(needFields(body));
}

/** The same for a call that comes as a form. */
export function measureForm(body: unknown): CallSize {
  return measure(readForm(body, formKinds).fields);
}

/** The prompt counts where a model's price is one of tokens; a price per picture has it in it. */
function measure(fields: Fields): CallSize {
  const wish = readWish(fields);
  const count = readWhole(fields, "n", 1, picturesMost) ?? 1;
  const tokens = pictureTokens(wish) * count;
  if (writtenTokens(wish) === undefined) return { tokens, text: "" };
  return { tokens: 0, text: readText(fields, "prompt") ?? "", outputImage: tokens };
}

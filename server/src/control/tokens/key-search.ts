import type { SecretBox } from "../../platform/secret-box.ts";
import { hashTokenKey } from "../../storage/repositories/secret-columns.ts";
import type { KeySearch } from "../../storage/repositories/token-repository.ts";

/** The search by a typed key: all of it, with or without `sk-`, or its last characters. Undefined for an empty text. */
export function keySearch(secretBox: SecretBox, text: string): KeySearch | undefined {
  if (text === "") return undefined;
  return {
    hash: hashTokenKey(secretBox, text.startsWith("sk-") ? text : `sk-${text}`),
    hint: text.slice(-4),
  };
}

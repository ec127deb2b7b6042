import { randomInt } from "node:crypto";
import { ownUsername } from "@tollgate/contract/new-username";
import { limits } from "@tollgate/contract/limits";
import { randomText } from "../../platform/ids.ts";

/** Names are numbered up to here; after that they are random, so that taken names cannot slow a sign-in. */
const counted = 9;

/**
 * A valid username from the person's name at another service; `kind` and a random part where nothing of it is valid.
 */
export function usernameFrom(name: string, kind: string): string {
  const kept = name
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/-+$/, "");
  const short = cut(kept, limits.usernameMax);
  if (ownUsername.safeParse(short).success) return short;
  const prefixed = cut(`${kind}_${short}`, limits.usernameMax);
  return short !== "" && ownUsername.safeParse(prefixed).success ? prefixed : `${kind}_${randomText(8)}`;
}

/** The name for the given attempt: itself, then `name_2` to `name_9`, then with a random suffix. */
export function usernameForTry(name: string, attempt: number): string {
  if (attempt === 1) return name;
  // Digits may follow letters of every script.
  const end = attempt <= counted ? `_${attempt}` : `_${randomInt(100_000, 1_000_000)}`;
  return `${cut(name, limits.usernameMax - end.length)}${end}`;
}

/** At most this many UTF-16 units, as forms count lengths; no character is split. */
function cut(text: string, longest: number): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > longest) break;
    kept += character;
  }
  return kept;
}

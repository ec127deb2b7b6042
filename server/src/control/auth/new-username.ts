import { randomInt } from "node:crypto";
import { ownUsername } from "@tollgate/contract/new-username";
import { limits } from "@tollgate/contract/limits";
import { randomText } from "../../platform/ids.ts";

/** Names are counted up so far; then chance helps, so that nobody can make a sign-in slow by taking names. */
const counted = 9;

/** A user's name by the rules, from what another service calls the person; `kind` and chance where nothing of it may stay. */
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

/** The name for the given try: itself, then `name_2` to `name_9`, then with chance at its end. */
export function usernameForTry(name: string, attempt: number): string {
  if (attempt === 1) return name;
  // Digits stand beside letters of every script.
  const end = attempt <= counted ? `_${attempt}` : `_${randomInt(100_000, 1_000_000)}`;
  return `${cut(name, limits.usernameMax - end.length)}${end}`;
}

/** At most so many UTF-16 units, as lengths are counted in forms; no character is halved. */
function cut(text: string, longest: number): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > longest) break;
    kept += character;
  }
  return kept;
}

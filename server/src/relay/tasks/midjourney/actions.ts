/** What can be done, as the family spells it; stored with every task. */
export const actions = [
  "IMAGINE",
  "DESCRIBE",
  "BLEND",
  "UPSCALE",
  "VARIATION",
  "REROLL",
  "INPAINT",
  "MODAL",
  "ZOOM",
  "CUSTOM_ZOOM",
  "SHORTEN",
  "HIGH_VARIATION",
  "LOW_VARIATION",
  "PAN",
  "SWAP_FACE",
  "UPLOAD",
] as const;
export type Action = (typeof actions)[number];

export const modes = ["fast", "relax", "turbo"] as const;
export type Mode = (typeof modes)[number];

/** The model that has the price: `mj_imagine`, `mj_turbo_upscale`. Fast is the mode without a name. */
export function modelOf(action: Action, mode: Mode): string {
  return `mj_${mode === "fast" ? "" : `${mode}_`}${action.toLowerCase()}`;
}

/** Actions that only open a window at Midjourney: the work, and its price, begins with the `modal` that follows. */
export const opensWindow: ReadonlySet<string> = new Set<Action>(["INPAINT", "CUSTOM_ZOOM"]);

/** Beginnings of a button's id without `MJ::`, in small letters. The first that fits counts. */
const buttons: readonly (readonly [start: string, action: Action])[] = [
  ["job::upsample", "UPSCALE"],
  ["job::variation", "VARIATION"],
  ["job::low_variation", "LOW_VARIATION"],
  ["job::high_variation", "HIGH_VARIATION"],
  ["job::pan_", "PAN"],
  ["job::reroll", "REROLL"],
  ["job::picreader", "IMAGINE"],
  ["job::promptanalyzer", "IMAGINE"],
  ["outpaint::", "ZOOM"],
  ["customzoom::", "CUSTOM_ZOOM"],
  ["inpaint::", "INPAINT"],
  ["picread::retry", "DESCRIBE"],
];

/** What a button does, by its id (`MJ::JOB::upsample::2::…`); undefined for one that starts no task, such as a bookmark. */
export function readButton(customId: string): Action | undefined {
  const [, rest] = /^mj::(.+)$/.exec(customId.toLowerCase()) ?? [];
  return buttons.find(([start]) => rest?.startsWith(start))?.[1];
}

/**
 * The short name of a button of a grid: `U2` (upscale the second picture), `V1` (variation of the first), `R` (again). Undefined for
 * other buttons.
 */
export function shortName(customId: string): string | undefined {
  const [, name, index = ""] = /^mj::job::(upsample|variation|reroll)::(\d)(?:::|$)/i.exec(customId) ?? [];
  if (name === undefined) return undefined;
  const letters: Readonly<Record<string, string>> = { upsample: "U", variation: "V", reroll: "R" };
  const letter = letters[name.toLowerCase()] ?? "";
  return letter === "R" ? letter : letter + index;
}

const repetition = /(?:--|[—–])(?:repeat|r)\b/i;

/** True for a prompt of several jobs: `--repeat 4`, or `{a, b}` for each of the list. One job has one price. */
export function requestsSeveral(prompt: string): boolean {
  return repetition.test(prompt) || (prompt.match(/\{[^{}]*\}/g) ?? []).some((list) => list.includes(","));
}

/** Without the spaces around it: a pattern that begins with them takes a quadratic time over a prompt of spaces. */
const flag = /(?:--|[—–])(?:fast|relax|turbo)\b/gi;

/** The prompt without `--fast`, `--relax` and `--turbo`, and the mode that the last of them names. */
export function takeModeFlags(prompt: string): { prompt: string; mode?: Mode } {
  const last = prompt.match(flag)?.at(-1)?.toLowerCase() ?? "";
  const mode = modes.find((one) => last.endsWith(one));
  if (mode === undefined) return { prompt };
  // A space in place of a flag, so that the letters around it cannot join to another one.
  const parts = prompt.split(flag).map((part) => part.trim());
  return { prompt: parts.filter((part) => part !== "").join(" "), mode };
}

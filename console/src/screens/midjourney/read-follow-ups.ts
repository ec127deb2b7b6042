import * as z from "zod";

/** What a follow-up does; texts are under `follow_up`. */
export type FollowUpKind =
  | "upscale"
  | "upscale_subtle"
  | "upscale_creative"
  | "upscale_2x"
  | "upscale_4x"
  | "variation"
  | "low_variation"
  | "high_variation"
  | "reroll"
  | "zoom_2"
  | "zoom_1_5"
  | "make_square"
  | "pan_left"
  | "pan_right"
  | "pan_up"
  | "pan_down"
  | "custom_zoom"
  | "inpaint"
  | "imagine"
  | "describe";

/** A button of a picture, with the request that presses it. */
export interface FollowUp {
  id: string;
  kind: FollowUpKind;
  /** Which of the four pictures; 0: the whole. */
  index: number;
  /** Input that the window of a button needs; absent: a press is enough. */
  needs?: "prompt" | "mask";
  path: string;
  body: Record<string, string | number>;
}

/** Beginnings of a button's id without `MJ::`, in small letters; the first that fits counts. */
const kinds: readonly (readonly [pattern: RegExp, kind: FollowUpKind])[] = [
  [/^job::upsample::[1-4](::|$)/, "upscale"],
  [/^job::upsample\w*_subtle/, "upscale_subtle"],
  [/^job::upsample\w*_creative/, "upscale_creative"],
  [/^job::upsample\w*_2x/, "upscale_2x"],
  [/^job::upsample\w*_4x/, "upscale_4x"],
  [/^job::upsample/, "upscale_subtle"],
  [/^job::variation/, "variation"],
  [/^job::low_variation/, "low_variation"],
  [/^job::high_variation/, "high_variation"],
  [/^job::reroll/, "reroll"],
  [/^job::pan_left/, "pan_left"],
  [/^job::pan_right/, "pan_right"],
  [/^job::pan_up/, "pan_up"],
  [/^job::pan_down/, "pan_down"],
  [/^outpaint::50/, "zoom_2"],
  [/^outpaint::75/, "zoom_1_5"],
  [/^outpaint::100/, "make_square"],
  [/^customzoom::/, "custom_zoom"],
  [/^inpaint::/, "inpaint"],
  [/^job::(picreader|promptanalyzer)/, "imagine"],
  [/^picread::retry/, "describe"],
];

const inputs: Partial<Record<FollowUpKind, "prompt" | "mask">> = { custom_zoom: "prompt", inpaint: "mask" };

const buttons = z.array(z.object({ customId: z.string().max(300) }).catch({ customId: "" }));

/** The buttons of a task that start a task of their own; what cannot be read has none. */
export function readFollowUps(taskId: string, text: string, offers: readonly string[]): FollowUp[] {
  const found = readButtons(text).flatMap((customId) => pressOf(taskId, customId) ?? []);
  return found.length > 0 ? found : offers.flatMap((name) => changeOf(taskId, name) ?? []);
}

function readButtons(text: string): string[] {
  try {
    return (buttons.safeParse(JSON.parse(text)).data ?? []).map(({ customId }) => customId);
  } catch {
    return [];
  }
}

function pressOf(taskId: string, customId: string): FollowUp | undefined {
  const rest = /^mj::(.+)$/.exec(customId.toLowerCase())?.[1];
  const kind = rest === undefined ? undefined : kinds.find(([pattern]) => pattern.test(rest))?.[1];
  if (kind === undefined) return undefined;
  const needs = inputs[kind];
  const numbered = kind === "upscale" || kind === "variation";
  return {
    id: customId,
    kind,
    index: numbered ? Number(/::([1-4])(?:::|$)/.exec(customId)?.[1] ?? 0) : 0,
    ...(needs && { needs }),
    path: "/mj/submit/action",
    body: { taskId, customId },
  };
}

/** Short names of a grid's buttons, where the platform lists none: `U2`, `V1`, `R`. */
function changeOf(taskId: string, name: string): FollowUp | undefined {
  const [, letter, index] = /^(?:([UV])([1-4])|R)$/.exec(name) ?? [];
  if (letter === undefined && name !== "R") return undefined;
  const kind = letter === "U" ? "upscale" : letter === "V" ? "variation" : "reroll";
  return {
    id: name,
    kind,
    index: Number(index ?? 0),
    path: "/mj/submit/change",
    body: { taskId, action: kind.toUpperCase(), ...(index !== undefined && { index: Number(index) }) },
  };
}

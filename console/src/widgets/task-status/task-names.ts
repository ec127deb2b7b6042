import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Platforms that have a name of their own, the ones without Midjourney's screen. */
export const namedPlatforms = ["suno", "kling", "video"] as const;

/** Kinds of tasks at Midjourney. */
export const midjourneyActions = [
  "IMAGINE",
  "UPSCALE",
  "VARIATION",
  "LOW_VARIATION",
  "HIGH_VARIATION",
  "REROLL",
  "ZOOM",
  "CUSTOM_ZOOM",
  "PAN",
  "INPAINT",
  "MODAL",
  "DESCRIBE",
  "BLEND",
  "SHORTEN",
  "SWAP_FACE",
] as const;

/** Kinds of tasks at the other platforms. */
export const otherActions = ["MUSIC", "LYRICS", "text2video", "image2video", "remix"] as const;

const actions = [...midjourneyActions, ...otherActions].map((action) => action.toLowerCase());

/** Names of platforms and kinds of tasks; one that this console does not know keeps its own. */
export interface TaskNames {
  platform: (id: string) => string;
  action: (id: string) => string;
}

function taskNames(t: TFunction<"task-status">): TaskNames {
  return {
    platform: (id) => ([...namedPlatforms, "midjourney"].includes(id) ? t(`platform.${id}`) : id),
    action(id) {
      const known = id.toLowerCase();
      return actions.includes(known) ? t(`action.${known}`) : id;
    },
  };
}

export function useTaskNames(): TaskNames {
  const { t } = useTranslation("task-status");
  return useMemo(() => taskNames(t), [t]);
}

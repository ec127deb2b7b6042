import { platform as kling } from "./kling/index.ts";
import { platform as midjourney } from "./midjourney/index.ts";
import type { TaskPlatform } from "./platform.ts";
import { platform as suno } from "./suno/index.ts";
import { platform as video } from "./video/index.ts";

/** Every task platform, one line each. */
export const taskPlatforms: readonly TaskPlatform[] = [midjourney, suno, kling, video];

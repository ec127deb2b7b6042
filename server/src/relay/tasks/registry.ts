import { platform as kling } from "./kling/index.ts";
import type { TaskPlatform } from "./platform.ts";
import { platform as video } from "./video/index.ts";

/** Every task platform, one line each. */
export const taskPlatforms: readonly TaskPlatform[] = [kling, video];

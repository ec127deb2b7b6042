import type { TaskPlatform } from "./platform.ts";

/** Every task platform, one line each. */
export const taskPlatforms: readonly TaskPlatform[] = [];

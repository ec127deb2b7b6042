import type { NoticeChannel } from "./channel.ts";

/** Every kind of notice channel, one line each. */
export const noticeChannels: readonly NoticeChannel[] = [];

import type { NoticeChannel } from "./channel.ts";
import { channel as dingtalk } from "./dingtalk/index.ts";
import { channel as email } from "./email/index.ts";
import { channel as lark } from "./lark/index.ts";
import { channel as pushdeer } from "./pushdeer/index.ts";
import { channel as slack } from "./slack/index.ts";
import { channel as telegram } from "./telegram/index.ts";
import { channel as webhook } from "./webhook/index.ts";
import { channel as wecom } from "./wecom/index.ts";

/** Every kind of notice channel, one line each, in the order of the list of kinds. */
export const noticeChannels: readonly NoticeChannel[] = [
  email,
  telegram,
  dingtalk,
  wecom,
  lark,
  slack,
  pushdeer,
  webhook,
];

import type { MailLanguage } from "@tollgate/contract/mail";
import { readNotifySetting } from "@tollgate/contract/profile";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf, type MailService, type UserContent } from "../mail/service.ts";
import { createMailUserChannel } from "./mail-channel.ts";
import type { UserChannel } from "./user-channel.ts";

export type { UserChannel };

type UserNoticeKind = UserContent["kind"];
/** The content of a message, next to its reader's name. */
type Params<Kind extends UserNoticeKind> = Omit<Extract<UserContent, { kind: Kind }>, "kind" | "username">;

/** Notifies users of what they subscribe to, over every channel that reaches them. */
export interface UserNoticeService {
  /**
   * False: the user is gone or disabled, turned it off, or cannot be reached.
   * @param language the reader's current one; absent: the one that the user read last
   */
  notifyUser<Kind extends UserNoticeKind>(
    userId: number,
    kind: Kind,
    params: Params<Kind>,
    language?: MailLanguage,
  ): Promise<boolean>;
  /** Whether the user subscribes to it and can be reached, for content that is costly to compute. */
  wants(user: UserRow, kind: UserNoticeKind): boolean;
}

export interface UserNoticeDependencies {
  users: Pick<UserRepository, "find">;
  mail: MailService;
  /** In addition to mail. */
  others: readonly UserChannel[];
}

const enabled = 1;

export function createUserNoticeService({ users, mail, others }: UserNoticeDependencies): UserNoticeService {
  const all = [createMailUserChannel(mail), ...others];

  /** The user's choice of those that reach the user. */
  const channelsOf = (user: UserRow, kind: UserNoticeKind): UserChannel[] => {
    const setting = readNotifySetting(user.notify_setting);
    if (user.status !== enabled || !setting[kind]) return [];
    return all.filter((channel) => setting[channel.choice] && channel.reaches(user));
  };

  return {
    wants: (user, kind) => channelsOf(user, kind).length > 0,

    async notifyUser(userId, kind, params, language) {
      const user = await users.find(userId);
      const channels = user ? channelsOf(user, kind) : [];
      if (!user || channels.length === 0) return false;
      const content = { kind, username: user.username, ...params } as unknown as UserContent;
      const reading = language ?? languageOf(user.language);
      for (const channel of channels) await channel.send(user, content, reading);
      return true;
    },
  };
}

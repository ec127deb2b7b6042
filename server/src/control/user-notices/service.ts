import type { MailLanguage } from "@tollgate/contract/mail";
import { readNotifySetting } from "@tollgate/contract/profile";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf, type MailService, type UserContent } from "../mail/service.ts";
import { createMailUserChannel } from "./mail-channel.ts";
import type { UserChannel } from "./user-channel.ts";

export type { UserChannel };

type UserNoticeKind = UserContent["kind"];
/** What a kind of message says beside its reader's name. */
type Params<Kind extends UserNoticeKind> = Omit<Extract<UserContent, { kind: Kind }>, "kind" | "username">;

/** Tells users what they chose to be told, over every channel that reaches them. */
export interface UserNoticeService {
  /**
   * False: the user is gone or disabled, does not want it, or cannot be reached.
   * @param language the reader's at this moment; absent: the one that the user read last
   */
  notifyUser<Kind extends UserNoticeKind>(
    userId: number,
    kind: Kind,
    params: Params<Kind>,
    language?: MailLanguage,
  ): Promise<boolean>;
  /** Whether the user wants it and can be reached, for what is costly to find out. */
  wants(user: UserRow, kind: UserNoticeKind): boolean;
}

export interface UserNoticeDependencies {
  users: Pick<UserRepository, "find">;
  mail: MailService;
  /** Beside mail. */
  others?: readonly UserChannel[];
}

const enabled = 1;

export function createUserNoticeService({
  users,
  mail,
  others = [],
}: UserNoticeDependencies): UserNoticeService {
  const channels = [createMailUserChannel(mail), ...others];

  const wants = (user: UserRow, kind: UserNoticeKind): boolean =>
    user.status === enabled &&
    readNotifySetting(user.notify_setting)[kind] &&
    channels.some((channel) => channel.reaches(user));

  return {
    wants,

    async notifyUser(userId, kind, params, language) {
      const user = await users.find(userId);
      if (!user || !wants(user, kind)) return false;
      const content = { kind, username: user.username, ...params } as unknown as UserContent;
      const reading = language ?? languageOf(user.language);
      for (const channel of channels) if (channel.reaches(user)) await channel.send(user, content, reading);
      return true;
    },
  };
}

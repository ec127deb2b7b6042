import type { MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { UserChannel } from "../user-notices/service.ts";
import { botConfigOf } from "./bot-config.ts";
import type { UserMessages } from "./user-messages.ts";

/** The bot of the settings, to users who bound their account to it. */
export function createTelegramUserChannel(deps: {
  settings: Pick<SettingsService, "current">;
  mail: Pick<MailService, "write">;
  messages: Pick<UserMessages, "put">;
}): UserChannel {
  return {
    choice: "by_telegram",
    reaches: (user) => user.telegram_id !== "" && botConfigOf(deps.settings.current()) !== undefined,
    async send(user, content, language) {
      const { title, text } = deps.mail.write(content, language);
      await deps.messages.put(user.telegram_id, title, text);
    },
  };
}

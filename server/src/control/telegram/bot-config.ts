import type { Settings } from "@tollgate/contract/settings";

/** The bot's configuration, from the settings. */
export interface BotConfig {
  token: string;
  /** Telegram's number of the bot: the token begins with it. */
  botId: number;
  apiAddress: string;
  /** Empty: the server polls. */
  webhookSecret: string;
  serverAddress: string;
}

/** The webhook address for Telegram. It does not contain the bot's token: addresses end up in the logs of proxies. */
export const webhookPath = "/api/telegram/webhook";

/** Undefined while no token is set. */
export function botConfigOf(settings: Settings): BotConfig | undefined {
  const token = settings.TelegramBotToken;
  if (token === "") return undefined;
  return {
    token,
    botId: Number(token.split(":")[0]),
    apiAddress: settings.TelegramApiAddress || "https://api.telegram.org",
    webhookSecret: settings.TelegramWebhookSecret,
    serverAddress: settings.ServerAddress,
  };
}

export function isWebhook(config: BotConfig): boolean {
  return config.webhookSecret !== "";
}

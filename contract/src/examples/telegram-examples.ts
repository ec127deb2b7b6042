/** The Telegram bot. */
export const telegramExamples = {
  TelegramMenu: {
    id: 3,
    command: "docs",
    description: "Where the documentation is",
    parse_mode: "MarkdownV2",
    reply_message: "Read the [documentation](https://docs.example.com)\\.",
  },
  TelegramMenuForm: {
    id: 0,
    command: "docs",
    description: "Where the documentation is",
    parse_mode: "MarkdownV2",
    reply_message: "Read the [documentation](https://docs.example.com)\\.",
  },
  TelegramStatus: {
    status: true,
    is_webhook: false,
    state: "online",
    bot: "example_bot",
    fault: null,
    detail: "",
    commands_differ: false,
  },
  TelegramBindForm: { current_password: "correct horse battery" },
  TelegramBindCode: { code: "5hVq2mXr8TzKcP0wLdNy", expires_time: 1_769_818_200, bot: "example_bot" },
} as const;

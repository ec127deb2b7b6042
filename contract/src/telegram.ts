import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";
import { stepUp } from "./step-up.ts";
import { type MarkupProblem, markupModes, parseMarkup } from "./telegram-markup.ts";

/** Commands that every bot has, in the order of its menu. */
export const builtInCommands = [
  "start",
  "bind",
  "unbind",
  "balance",
  "recharge",
  "apikey",
  "aff",
  "help",
] as const;
export type BuiltInCommand = (typeof builtInCommands)[number];

/** Telegram's limits of a command, its description, a message, and of all commands together. */
export const commandLimits = { command: 32, description: 255, reply: 4096, commands: 100 } as const;

/** Custom commands, so that Telegram takes them together with the built-in ones. */
export const customCommandsMost = commandLimits.commands - builtInCommands.length;

export const telegramMenu = z
  .object({
    id: z.int(),
    command: z.string().describe("Without the slash."),
    description: z.string().describe("What Telegram shows beside the command."),
    parse_mode: z.enum(markupModes),
    reply_message: z.string().describe("Text of the reply, with the markup of `parse_mode`."),
  })
  .meta({ id: "TelegramMenu", description: "A custom command of the Telegram bot." });
export type TelegramMenu = z.infer<typeof telegramMenu>;

const command = z
  .string()
  .trim()
  .min(1)
  .max(commandLimits.command)
  .refine((text) => /^[a-z0-9_]*$/.test(text), {
    params: { code: "telegram.command_characters" },
    message: "Lower-case letters a–z, digits and underscores only.",
  })
  .refine((text) => !(builtInCommands as readonly string[]).includes(text), {
    params: { code: "telegram.command_built_in" },
    message: "The bot already has this command.",
  });

/** Other clients of the family write `html`. */
const parseMode = z.preprocess(
  (mode) => (typeof mode === "string" && mode.toLowerCase() === "html" ? "HTML" : mode),
  z.enum(markupModes).default("MarkdownV2"),
);

export const telegramMenuForm = z
  .object({
    id: z.int().min(0).default(0).describe("0: a new command."),
    command,
    description: z.string().trim().min(1).max(commandLimits.description),
    parse_mode: parseMode,
    reply_message: z.string().trim().min(1).max(commandLimits.reply),
  })
  .superRefine(({ parse_mode, reply_message }, context) => {
    const parsed = parseMarkup(reply_message, parse_mode);
    if ("nodes" in parsed) return;
    const { code, ...params } = parsed.problem;
    context.addIssue({
      code: "custom",
      path: ["reply_message"],
      params: { code: `telegram.markup_${code}`, ...params },
      message: markupMessages[code](parsed.problem),
    });
  })
  .meta({ id: "TelegramMenuForm" });
export type TelegramMenuForm = z.output<typeof telegramMenuForm>;

const markupMessages: Record<MarkupProblem["code"], (problem: MarkupProblem) => string> = {
  unclosed: ({ text, position }) => `“${text}” at character ${position} is opened and never closed.`,
  reserved: ({ text, position }) => `Write a backslash before “${text}” at character ${position}.`,
  bracket: ({ position }) => `Write &lt; for the “<” at character ${position}.`,
  tag: ({ text, position }) => `Telegram does not know the tag “${text}” at character ${position}.`,
  mismatch: ({ text, position }) => `“${text}” at character ${position} closes what is not open.`,
  empty: () => "The message has markup only and no text.",
};

export const listTelegramMenus = defineEndpoint({
  method: "GET",
  path: "/api/option/telegram/",
  access: "admin",
  summary: "Custom commands of the Telegram bot; `keyword` searches command, description and reply",
  query: listQuery(["id", "command"], {}),
  data: pageOf(telegramMenu),
});

export const getTelegramMenu = defineEndpoint({
  method: "GET",
  path: "/api/option/telegram/:id",
  access: "admin",
  summary: "One custom command",
  params: idParams,
  data: telegramMenu,
});

/** The reply is in force immediately; Telegram shows a changed command or description after a reload. */
export const saveTelegramMenu = defineEndpoint({
  method: "POST",
  path: "/api/option/telegram/",
  access: "admin",
  summary: "Create a custom command (`id` 0) or change one",
  body: telegramMenuForm,
  data: telegramMenu,
});

export const deleteTelegramMenu = defineEndpoint({
  method: "DELETE",
  path: "/api/option/telegram/:id",
  access: "admin",
  summary: "Delete a custom command",
  params: idParams,
  data: z.null(),
});

/** Why a bot does not work. */
export const botFaults = [
  "unauthorized",
  "conflict",
  "rate_limited",
  "unreachable",
  "refused",
  "no_server_address",
  "webhook_failed",
] as const;
export type BotFault = (typeof botFaults)[number];

/** `off`: no token is set. `starting`: no process has connected yet. */
export const botStates = ["off", "starting", "online", "failing"] as const;
export type BotState = (typeof botStates)[number];

export const telegramStatus = z
  .object({
    status: z.boolean().describe("True if the bot is online."),
    is_webhook: z.boolean().describe("True: Telegram calls a webhook. False: the server polls."),
    state: z.enum(botStates),
    bot: z.string().describe("Username of the bot; empty while unknown."),
    fault: z.enum(botFaults).nullable().describe("Why the bot is failing."),
    detail: z.string().describe("Telegram's own words about the failure; may be empty."),
    commands_differ: z
      .boolean()
      .describe("True if Telegram shows other commands or descriptions: reload them."),
  })
  .meta({ id: "TelegramStatus" });
export type TelegramStatus = z.infer<typeof telegramStatus>;

export const getTelegramStatus = defineEndpoint({
  method: "GET",
  path: "/api/option/telegram/status",
  access: "admin",
  summary: "Whether the bot is online, how, and whether its commands are up to date",
  data: telegramStatus,
});

export const reloadTelegramMenus = defineEndpoint({
  method: "PUT",
  path: "/api/option/telegram/reload",
  access: "admin",
  summary: "Send the commands and their descriptions to Telegram",
  data: z.null(),
});

/** How long a code for binding works. */
export const bindCodeSeconds = 600;

export const telegramBindForm = stepUp.meta({ id: "TelegramBindForm" });

export const telegramBindCode = z
  .object({
    code: z.string().describe("Works once; a newer code replaces it."),
    expires_time: z.int().describe("Epoch seconds."),
    bot: z.string().describe("Username of the bot."),
  })
  .meta({ id: "TelegramBindCode" });
export type TelegramBindCode = z.infer<typeof telegramBindCode>;

/** The user sends the code to the bot, in a private chat. */
export const createTelegramBindCode = defineEndpoint({
  method: "POST",
  path: "/api/user/telegram/code",
  access: "user",
  summary: "A one-time code that binds the account to a Telegram account; requires step-up",
  body: telegramBindForm,
  data: telegramBindCode,
  rate: "critical",
});

import { type BuiltInCommand, builtInCommands } from "@tollgate/contract/telegram";
import { userStatus } from "@tollgate/contract/users";
import type { RateLimiter, RateRule } from "../../http/register-endpoint.ts";
import type { Clock } from "../../platform/clock.ts";
import type { TelegramMenuRepository } from "../../storage/repositories/telegram-menu-repository.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf } from "../mail/service.ts";
import type { BotCommand, Message, Reply } from "./commands/command.ts";
import type { IncomingMessage } from "./incoming-update.ts";
import { botMessages } from "./messages/all-messages.ts";
import type { BotMessages } from "./messages/bot-messages.ts";

/** Messages of one chat that are answered. */
const chatRule: RateRule = { limit: 20, seconds: 60 };
/** How often a chat is notified that it sends too many. */
const warnRule: RateRule = { limit: 1, seconds: 60 };

/** Older messages are not answered: they were sent while no bot was running. */
const oldestSeconds = 600;

export interface MessageDependencies {
  commands: Record<BuiltInCommand, BotCommand>;
  menus: Pick<TelegramMenuRepository, "findByCommand">;
  users: Pick<UserRepository, "findByLink">;
  rateLimiter: RateLimiter;
  clock: Clock;
}

/** The bot's name, so that commands for other bots of a group are ignored. */
export interface BotIdentity {
  id: number;
  username: string;
}

/** Answers one message; undefined: it needs no reply. */
export type HandleMessage = (bot: BotIdentity, message: IncomingMessage) => Promise<Reply | undefined>;

interface Incoming extends Message {
  command: string | undefined;
  isPrivate: boolean;
  user: UserRow | undefined;
}

export function createMessageHandler(deps: MessageDependencies): HandleMessage {
  const { commands, rateLimiter, clock } = deps;

  async function answer(message: Incoming): Promise<Reply | undefined> {
    const { command, messages } = message;
    if (command === undefined) return message.isPrivate ? { text: messages.unknownCommand } : undefined;
    if (isBuiltIn(command)) return runBuiltIn(commands[command], message);
    const custom = await deps.menus.findByCommand(command);
    if (custom) return { text: custom.reply_message, mode: custom.parse_mode as NonNullable<Reply["mode"]> };
    return message.isPrivate ? { text: messages.unknownCommand } : undefined;
  }

  async function rejectFlood(chatId: number, messages: BotMessages): Promise<Reply | undefined> {
    const warn = (await rateLimiter.take(`telegram-warn:${chatId}`, warnRule)) === 0;
    return warn ? { text: messages.tooManyMessages } : undefined;
  }

  return async (bot, message) => {
    const { from, chat, text } = message;
    if (!from || from.is_bot || text === undefined || clock.now() - message.date > oldestSeconds)
      return undefined;
    const isPrivate = chat.type === "private";
    const read = readCommand(text, bot) ?? readAnswer(message, bot) ?? { command: undefined, args: "" };
    // Messages of a group that are no commands are ignored.
    if (!isPrivate && read.command === undefined) return undefined;
    const clientWords = botMessages[languageOf(from.language_code)];
    if ((await rateLimiter.take(`telegram-chat:${chat.id}`, chatRule)) > 0)
      return rejectFlood(chat.id, clientWords);
    const user = await deps.users.findByLink("telegram_id", String(from.id));
    const messages = user?.language ? botMessages[languageOf(user.language)] : clientWords;
    return answer({ ...read, chatId: chat.id, senderId: from.id, messages, isPrivate, user });
  };
}

async function runBuiltIn(command: BotCommand, message: Incoming): Promise<Reply> {
  const { messages, user } = message;
  if (command.for === "anyone") return command.run(message);
  if (!message.isPrivate) return { text: messages.privateOnly };
  if (command.for === "private") return command.run(message);
  if (!user) return { text: messages.notBound };
  if (user.status !== userStatus.enabled) return { text: messages.accountDisabled };
  return command.run({ ...message, user });
}

function isBuiltIn(command: string): command is BuiltInCommand {
  return (builtInCommands as readonly string[]).includes(command);
}

/** `/balance`, `/bind <code>`, `/help@example_bot`; undefined for what is no command, or another bot's. */
function readCommand(text: string, bot: BotIdentity): { command: string; args: string } | undefined {
  const found = /^\/(\w{1,32})(?:@(\w+))?(?:\s+|$)/.exec(text);
  const [whole = "", command = "", name] = found ?? [];
  if (!found || (name !== undefined && name.toLowerCase() !== bot.username.toLowerCase())) return undefined;
  // A link t.me/<bot>?start=bind opens the chat with the prompt. Codes are never read from a link: it could be an
  // attacker's.
  if (command.toLowerCase() === "start" && text.slice(whole.length).trim() === "bind")
    return { command: "bind", args: "" };
  return { command: command.toLowerCase(), args: text.slice(whole.length).trim() };
}

/** A reply to one of the bot's own prompts: no state is kept between two messages. */
function readAnswer(
  message: IncomingMessage,
  bot: BotIdentity,
): { command: string; args: string } | undefined {
  const prompt = message.reply_to_message;
  if (prompt?.from?.id !== bot.id) return undefined;
  const args = (message.text ?? "").trim();
  for (const messages of Object.values(botMessages)) {
    if (prompt.text === messages.bindPrompt) return { command: "bind", args };
    if (prompt.text === messages.rechargePrompt) return { command: "recharge", args };
  }
  return undefined;
}

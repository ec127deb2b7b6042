import type { BotMessages } from "./bot-messages.ts";

export const english: BotMessages = {
  languageCode: "",
  descriptions: {
    start: "What this bot does",
    bind: "Link your account",
    unbind: "Unlink your account",
    balance: "Balance and usage",
    recharge: "Redeem a code",
    apikey: "List your API keys",
    aff: "Your invitation link",
    help: "List all commands",
  },
  start: (site) =>
    `<b>${site}</b>\nLink your account with /bind to see your balance and redeem codes. /help lists all commands.`,
  help: (lines) => `<b>Commands</b>\n${lines}`,
  unknownCommand: "Unknown command. /help lists all commands.",
  privateOnly: "This command only works in a private chat with the bot.",
  notBound:
    "No account is linked yet. Create a code in your profile (Linked accounts → Telegram), then send /bind.",
  accountDisabled: "Your account is disabled. Contact your administrator.",
  bindPrompt:
    "Reply with the code from your profile (Linked accounts → Telegram). Never send your password or access token.",
  bindWrong: "This code is incorrect or has expired. Create a new one in your profile and send /bind again.",
  bound: (username) =>
    `This chat is now linked to <code>${username}</code>. Send /balance to see your balance.`,
  boundAlready: (username) =>
    `This Telegram account is already linked to <code>${username}</code>. Send /unbind first to change that.`,
  accountBoundElsewhere:
    "Your account is linked to another Telegram account. Unlink it in your profile first.",
  unbound: (username) => `<code>${username}</code> is no longer linked to this Telegram account.`,
  balance: ({ balance, used }) => `Balance: <b>${balance}</b>\nUsed: ${used}`,
  rechargePrompt: "Reply with the redemption code.",
  recharged: ({ added, balance, username }) =>
    `<b>${added}</b> was added to <code>${username}</code>. Balance: ${balance}`,
  redeem: {
    "redeem.unknown": "This code does not exist. Check it for typing errors.",
    "redeem.used": "This code was already redeemed.",
    "redeem.used_by_you": "You have already redeemed this code.",
    "redeem.disabled": "This code is disabled. Ask the person who gave it to you.",
    "redeem.expired": "This code has expired.",
    "redeem.changed": "This code was just changed. Try again.",
    "redeem.balance_too_large": "This code would raise your balance above the maximum.",
    "redeem.too_many_attempts": "Too many wrong codes. Try again later.",
  },
  keys: (lines) => `<b>API keys</b>\n${lines}`,
  noKeys: "You have no API keys yet. Create one in the console.",
  moreKeys: (count) => `See ${count} more in the console.`,
  keyStatus: { 1: "enabled", 2: "disabled", 3: "expired", 4: "quota exhausted" },
  invite: (link) => `Your invitation link:\n${link}`,
  inviteCode: (code) => `Your invitation code: <code>${code}</code>`,
  tooManyMessages: "Too many messages. Wait a minute.",
  failed: "Something went wrong. Try again later.",
};

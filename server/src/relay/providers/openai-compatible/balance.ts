import { joinUrl } from "../kit/join-url.ts";
import { type JsonObject, needObject } from "../kit/read-json.ts";
import { type BalanceCapability, type ChannelView } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorizeChannel } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** Yuan per dollar: the fixed rate of One API and its forks. */
const yuanPerDollar = 7;

/** The balance from one answer. `read` finds the dollars in it; anything but a number is unreadable. */
export function compatibleBalance(
  path: string | ((channel: ChannelView) => string),
  read: (body: JsonObject) => unknown,
  options: CompatibleOptions = {},
): BalanceCapability {
  return {
    buildBalance: (channel) => ({
      method: "GET",
      url: joinUrl(channel.baseUrl, typeof path === "string" ? path : path(channel)),
      headers: { accept: "application/json", ...authorizeChannel(options, channel) },
    }),
    readBalance: (body) => readDollars(read(needObject(body, "the balance"))),
  };
}

/** A number or numeric text. @throws UnreadableAnswer */
function readDollars(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number))
    throw new UnreadableAnswer("the answer contains no balance");
  return number;
}

/** Converts yuan to dollars; anything else is returned unchanged and rejected later. */
export function fromYuan(value: unknown): unknown {
  const yuan = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof yuan === "number" ? yuan / yuanPerDollar : value;
}

/** OpenAI's dashboard reports the spending limit. The amount spent needs a second call, which is not made. */
export function readHardLimit(body: JsonObject): unknown {
  return body.hard_limit_usd;
}

import { joinUrl } from "../kit/join-url.ts";
import { type JsonObject, needObject } from "../kit/read-json.ts";
import { type BalanceCapability, type ChannelView } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorizeChannel } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** Yuan for a dollar, as the family of gateways reckons (relay contract A13). */
const yuanPerDollar = 7;

/** The balance that a vendor tells in one answer. `read` finds the dollars in it; anything but a number is unreadable. */
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

/** A number, or one in text. @throws UnreadableAnswer */
function readDollars(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number))
    throw new UnreadableAnswer("the answer tells no balance");
  return number;
}

/** Yuan in dollars; what is no amount stays as it is, to be refused. */
export function fromYuan(value: unknown): unknown {
  const yuan = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof yuan === "number" ? yuan / yuanPerDollar : value;
}

/** OpenAI's dashboard tells what the account may spend; what it has spent is another call, which the limit does not wait for. */
export function readHardLimit(body: JsonObject): unknown {
  return body.hard_limit_usd;
}

import { joinUrl } from "../kit/join-url.ts";
import { needObject } from "../kit/read-json.ts";
import { type BalanceCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/** Remaining API units; a thousand are one dollar: https://www.recraft.ai/docs/api-reference/pricing */
export const balance: BalanceCapability = {
  buildBalance: (channel) => ({
    method: "GET",
    url: joinUrl(channel.baseUrl, "/v1/users/me"),
    headers: { accept: "application/json", authorization: `Bearer ${channel.key}` },
  }),
  readBalance(body) {
    const { credits } = needObject(body, "the account");
    const units = typeof credits === "string" && credits !== "" ? Number(credits) : credits;
    if (typeof units !== "number" || !Number.isFinite(units))
      throw new UnreadableAnswer("the account has no `credits`");
    return units / 1000;
  },
};

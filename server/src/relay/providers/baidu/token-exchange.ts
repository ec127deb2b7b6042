import { asFilledText, asObject } from "../kit/read-json.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { type TokenExchange } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { atItsAddress, selectsOlder } from "./protocol.ts";

/** The older API requires a token, exchanged for `APIKey|SecretKey` and valid for a month. */
export const tokenExchange: TokenExchange = {
  buildRequest(channel) {
    if (!selectsOlder(channel)) return undefined;
    const [id = "", secret = ""] = channel.key.split("|");
    const query = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: id.trim(),
      client_secret: secret.trim(),
    });
    return {
      method: "POST",
      url: `${atItsAddress(channel).baseUrl}/oauth/2.0/token?${query.toString()}`,
      headers: { "content-type": "application/json", accept: "application/json" },
    };
  },
  readToken(body) {
    const answer = asObject(body);
    const token = asFilledText(answer?.access_token);
    if (token === undefined)
      throw new UnreadableAnswer(asFilledText(answer?.error_description) ?? "the answer has no access_token");
    return { token, seconds: readCountIfGiven(answer?.expires_in) ?? 3600 };
  },
};

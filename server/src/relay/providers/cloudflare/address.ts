import { asObject, type JsonObject, parseJson } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { type ChannelView } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { readProblem } from "./problems.ts";

const gateway = "https://gateway.ai.cloudflare.com";

/**
 * The two parts of a key `accountId|apiToken`; a gateway's URL already contains the account, so the token is enough.
 */
export function splitKey(key: string): { account: string; token: string } {
  const cut = key.indexOf("|");
  if (cut === -1) return { account: "", token: key.trim() };
  return { account: key.slice(0, cut).trim(), token: key.slice(cut + 1).trim() };
}

export function authorize(channel: ChannelView): Record<string, string> {
  return { authorization: `Bearer ${splitKey(channel.key).token}` };
}

/**
 * Path `rest` under the account's `/ai` (`/v1/chat/completions`, `/run/{model}`); a gateway has no `/run` in its paths.
 */
export function accountUrl(channel: ChannelView, rest: string): string {
  const base = channel.baseUrl.replace(/\/client\/v4$/, "");
  if (base.startsWith(gateway)) return `${base}${rest.replace(/^\/run(?=\/)/, "")}`;
  return `${base}/client/v4/accounts/${encodeURIComponent(splitKey(channel.key).account)}/ai${rest}`;
}

/** URL of a model in Cloudflare's own API. Names contain slashes and `@`, which stay. */
export function runUrl(channel: ChannelView, model: string): string {
  return accountUrl(channel, `/run/${encodeURI(model)}`);
}

/** `result` of an answer of Cloudflare's own API. @throws UnreadableAnswer with the vendor's own message */
export function readResult(text: string): JsonObject {
  const answer = asObject(parseJson(text));
  if (answer?.success === false) throw new RejectedAnswer(readProblem(200, text, {}));
  const result = asObject(answer?.result);
  if (result === undefined) throw new UnreadableAnswer("the answer has no `result`");
  return result;
}

import { anthropicHeaders, describeRequest } from "../anthropic-compatible/headers.ts";
import { joinUrl } from "../kit/join-url.ts";
import { asFilledText, asList, asObject } from "../kit/read-json.ts";
import { type AccountCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";

/** Models that the key can access. */
export const account: AccountCapability = {
  buildModelList: (channel) => ({
    method: "GET",
    url: joinUrl(channel.baseUrl, "/v1/models?limit=1000"),
    headers: {
      accept: "application/json",
      ...anthropicHeaders(describeRequest(listing, channel, {}), channel),
    },
  }),
  readModelList(body) {
    const data = asObject(body)?.data;
    if (!Array.isArray(data)) throw new UnreadableAnswer("the model list has no `data`");
    const names = asList(data).flatMap((entry) => asFilledText(asObject(entry)?.id) ?? []);
    return [...new Set(names)].sort();
  },
};

const listing = { model: "", stream: false, format: "anthropic-messages" } as const;

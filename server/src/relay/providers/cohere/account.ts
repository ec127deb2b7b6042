import { joinUrl } from "../kit/join-url.ts";
import { readModelList } from "../openai-compatible/account.ts";
import type { AccountCapability } from "../provider.ts";

/** Models of every endpoint: chat, embed and rerank. */
export const account: AccountCapability = {
  buildModelList: (channel) => ({
    method: "GET",
    url: joinUrl(channel.baseUrl, "/v1/models?page_size=1000"),
    headers: { accept: "application/json", authorization: `Bearer ${channel.key}` },
  }),
  readModelList,
};

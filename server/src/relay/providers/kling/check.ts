import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { joinUrl } from "../kit/join-url.ts";
import { asObject } from "../kit/read-json.ts";
import type { CheckCapability } from "../provider.ts";
import { signed } from "./sign-jwt.ts";

/** The account's task list, one per page: free, and only a valid key gets it. */
export const check: CheckCapability = {
  buildCheck: (channel) =>
    signed(channel, {
      method: "GET",
      url: joinUrl(channel.baseUrl, "/v1/videos/text2video?pageNum=1&pageSize=1"),
    }),
  readCheck(body) {
    if (Number(asObject(body)?.code ?? Number.NaN) !== 0)
      throw new UnreadableAnswer("the answer is not a list of tasks");
  },
};

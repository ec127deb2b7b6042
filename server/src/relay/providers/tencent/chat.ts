import type { ChatCall } from "../../canonical/chat.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { createJsonOrSseSplitter } from "../../event-stream/json-or-sse-splitter.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { createUnmarkedStreamReader, readResponseOrProblem } from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { toCompletion } from "./from-wire.ts";
import { readProblem } from "./problems.ts";
import { signFields } from "./sign-fields.ts";
import { chatToTencent } from "./to-wire.ts";
import type { TencentRequest } from "./wire.ts";

const options: CompatibleOptions = { reshape: toCompletion };
const path = "/hyllm/v1/chat/completions";
/** Validity of a signature, in seconds. */
const validSeconds = 24 * 60 * 60;

function buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { body, dropped } = chatToTencent(call);
  const fields: JsonObject = { ...body };
  addCustomParameters(fields, channel, call.model);
  const [appId = "", secretId = "", secretKey = ""] = channel.key.split("|").map((part) => part.trim());
  const request: UpstreamRequest = {
    method: "POST",
    url: channel.baseUrl + path,
    headers: {
      "content-type": "application/json",
      accept: call.stream ? "text/event-stream" : "application/json",
      "x-tc-action": call.model,
    },
    sign(signed, now) {
      const timestamp = Math.floor(now / 1000);
      const whole: JsonObject & Partial<TencentRequest> = {
        ...fields,
        app_id: Number(appId),
        secret_id: secretId,
        timestamp,
        expired: timestamp + validSeconds,
        query_id: `${timestamp}-${now % 1000}`,
      };
      signed.body = JSON.stringify(whole);
      signed.headers.authorization = signFields(signed.url.replace(/^\w+:\/\//, ""), whole, secretKey);
    },
  };
  return nameDropped(request, dropped);
}

/** Chat by Tencent's first API. */
export const chat: ChatCapability = {
  buildRequest,
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createUnmarkedStreamReader(options, readProblem, "done"),
  splitter: createJsonOrSseSplitter,
};

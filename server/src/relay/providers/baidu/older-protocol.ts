import type { ChatCall } from "../../canonical/chat.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, asObject, type JsonObject } from "../kit/read-json.ts";
import { codeText } from "../kit/refine-problem.ts";
import {
  createUnmarkedStreamReader,
  type OlderProtocol,
  readResponseOrProblem,
} from "../openai-compatible/older-protocol.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChannelView, ChatCapability, UpstreamRequest } from "../provider.ts";
import { olderPath } from "./older-models.ts";
import { olderBody } from "./older-to-wire.ts";
import { readProblem } from "./problems.ts";
import { atItsAddress, selectsOlder } from "./protocol.ts";

const options: CompatibleOptions = { reshape };

/** URL of a model in the older API; the token is in the query. */
export function olderUrl(kind: "chat" | "embeddings", model: string, channel: ChannelView): string {
  const path = `/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${encodeURIComponent(olderPath(model))}`;
  return `${atItsAddress(channel).baseUrl}${path}?access_token=${encodeURIComponent(channel.token ?? "")}`;
}

function buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest {
  const { body, dropped } = olderBody(call);
  addCustomParameters(body, channel, call.model);
  const request: UpstreamRequest = {
    method: "POST",
    url: olderUrl("chat", call.model, channel),
    headers: {
      "content-type": "application/json",
      accept: call.stream ? "text/event-stream" : "application/json",
    },
    body: JSON.stringify(body),
  };
  return nameDropped(request, dropped);
}

/** `{ id, result, usage }`, or `{ error_code, error_msg }` for a problem, both with status 200. */
function reshape(answer: JsonObject): JsonObject {
  if (answer.error_code !== undefined && answer.error_code !== 0)
    return { error: { code: codeText(answer.error_code), message: answer.error_msg } };
  if (typeof answer.result !== "string" && asObject(answer.function_call) === undefined) return answer;
  const { id, created, usage } = answer;
  const message = { content: answer.result, function_call: answer.function_call };
  return { id, created, usage, choices: [{ index: 0, message, finish_reason: readReason(answer) }] };
}

/** A stream's last event has `is_end`, but not always a reason. */
function readReason(answer: JsonObject): string | null {
  if (answer.is_end === false) return null;
  if (answer.need_clear_history === true) return "content_filter";
  const reason = asFilledText(answer.finish_reason);
  if (reason !== undefined && reason !== "normal") return reason;
  if (asObject(answer.function_call)) return "function_call";
  return answer.is_truncated === true ? "length" : "stop";
}

const chat: ChatCapability = {
  buildRequest,
  readResponse: (body) => readResponseOrProblem(body, options, readProblem),
  streamReader: () => createUnmarkedStreamReader(options, readProblem, "done"),
};

/** The API before v2, `wenxinworkshop`. */
export const wenxin: OlderProtocol = {
  chat,
  isSelected: selectsOlder,
  owns: (answer) =>
    answer.result !== undefined || answer.error_code !== undefined || answer.function_call !== undefined,
};

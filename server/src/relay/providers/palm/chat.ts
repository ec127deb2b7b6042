import { addGeminiParameters } from "../gemini-compatible/add-custom-parameters.ts";
import { readProblem } from "../gemini-compatible/problems.ts";
import { joinUrl } from "../kit/join-url.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asObject, parseJson } from "../kit/read-json.ts";
import { type ChatCapability, type EventSplitter, type UpstreamRequest } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { readAnswer, toParts } from "./from-wire.ts";
import { chatToWire } from "./to-wire.ts";

/** Chats by `generateMessage` (relay contract B1, type 11). There is one model, whatever it is called. */
export const chat: ChatCapability = {
  buildRequest(call, channel) {
    const { body, dropped } = chatToWire(call);
    addGeminiParameters(body, channel, call.model);
    const request: UpstreamRequest = {
      method: "POST",
      url: joinUrl(channel.baseUrl, "/v1beta2/models/chat-bison-001:generateMessage"),
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-goog-api-key": channel.key,
      },
      body: JSON.stringify(body),
    };
    return nameDropped(request, dropped);
  },
  readResponse: readAnswer,
  streamReader: (call) => ({
    read({ data }) {
      const body = parseJson(data);
      if (asObject(body)?.error != null) return [{ type: "problem", problem: readProblem(200, data, {}) }];
      return toParts(readAnswer(body, call));
    },
    end: () => [],
  }),
  splitter: wholeBody,
};

/** A message of this size says nothing that a caller waits for. */
const largestBody = 16 * 1024 * 1024;

/** The API does not stream: the whole body is one event. */
function wholeBody(): EventSplitter {
  const pieces: Buffer[] = [];
  let length = 0;
  return {
    get retained() {
      return length;
    },
    push(chunk) {
      length += chunk.length;
      if (length > largestBody) throw new UnreadableAnswer(`the answer is larger than ${largestBody} bytes`);
      pieces.push(chunk);
      return [];
    },
    end() {
      const data = Buffer.concat(pieces).toString("utf8").trim();
      return data === "" ? [] : [{ event: "", data }];
    },
  };
}

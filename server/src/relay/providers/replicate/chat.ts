import { createJsonOrSseSplitter } from "../../event-stream/json-or-sse-splitter.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import type { ChatCapability } from "../provider.ts";
import { readChat } from "./from-wire.ts";
import { requestPrediction } from "./predictions.ts";
import { createOutputReader } from "./stream-reader.ts";
import { chatToWire } from "./to-wire.ts";

/** Chats as predictions of language models. */
export const chat: ChatCapability = {
  buildRequest(call, channel) {
    const { input, dropped } = chatToWire(call);
    const request = requestPrediction(channel, call.model, input, call.stream);
    return nameDropped(request, dropped);
  },
  readResponse: readChat,
  streamReader: createOutputReader,
  // A model without streaming returns the whole prediction.
  splitter: createJsonOrSseSplitter,
};

import { noUsage } from "@tollgate/contract/cost";
import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, type JsonObject } from "../kit/read-json.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { authorize, readResult, runUrl } from "./address.ts";

/** Tokens charged for an image if the model has a price per token. */
const tokensPerImage = 1000;

/** Images from text; depending on the model, the answer is the image's bytes or JSON with base64. */
export const images: CallCapability<ImageCall, ImageResult> = {
  buildRequest(call, channel) {
    if (call.operation !== "generate") throw new CannotServe("This channel generates images from text only.");
    if (call.count > 1) throw new CannotServe("This channel generates one image per request.", "n");
    const body: JsonObject = { ...call.extras, prompt: call.prompt };
    const size = /^(\d+)x(\d+)$/.exec(call.size ?? "");
    if (size) Object.assign(body, { width: Number(size[1]), height: Number(size[2]) });
    addCustomParameters(body, channel, call.model);
    const url = runUrl(channel, call.model);
    const request = buildJsonRequest({ authorize }, channel, {
      url,
      stream: false,
      body: JSON.stringify(body),
    });
    request.headers.accept = "*/*";
    const options = {
      quality: call.quality,
      style: call.style,
      background: call.background,
      output_format: call.outputFormat,
      output_compression: call.outputCompression,
      user: call.endUser,
    };
    const dropped = Object.entries(options).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    return nameDropped(request, dropped);
  },
  readResponse(answer) {
    const usage = { ...noUsage, input: tokensPerImage };
    const mediaType = answer.headers["content-type"] ?? "";
    if (mediaType.startsWith("image/"))
      return { images: [{ base64: answer.body.toString("base64"), mediaType }], usage };
    const base64 = asFilledText(readResult(answer.body.toString("utf8")).image);
    if (base64 === undefined) throw new UnreadableAnswer("the answer contains no image");
    return { images: [{ base64 }], usage };
  },
};

import { noUsage } from "@tollgate/contract/cost";
import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { nameDropped } from "../kit/name-dropped.ts";
import { asFilledText, asList, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { endpointUrl } from "../openai-compatible/endpoint.ts";
import { type CallCapability, CannotServe } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { options } from "./chat.ts";
import { readProblem } from "./problems.ts";
import { signIfSelected } from "./sign-jwt.ts";

/** Tokens charged for an image if the model has a price per token. */
const tokensPerImage = 1000;

/** Images from text; the vendor generates one at a time and returns its URL. */
export const images: CallCapability<ImageCall, ImageResult> = {
  buildRequest(call, channel) {
    if (call.operation !== "generate") throw new CannotServe("This channel generates images from text only.");
    if (call.count > 1) throw new CannotServe("This channel generates one image per request.", "n");
    const body: JsonObject = { ...call.extras, model: call.model, prompt: call.prompt };
    if (call.size !== undefined && call.size !== "auto") body.size = call.size;
    const quality = call.quality === undefined ? undefined : qualities[call.quality];
    if (quality !== undefined) body.quality = quality;
    if (call.endUser !== undefined) body.user_id = call.endUser;
    addCustomParameters(body, channel, call.model);
    const url = endpointUrl(options, channel, "/images/generations", call.model);
    const request = buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
    return signIfSelected(nameDropped(request, lostFields(call)), channel);
  },
  readResponse(answer) {
    const text = answer.body.toString("utf8");
    const body = needObject(parseJson(text), "the answer");
    if (body.error != null) throw new RejectedAnswer(readProblem(200, text, {}));
    const pictures = asList(body.data).flatMap((entry) => {
      const picture = asObject(entry);
      const url = asFilledText(picture?.url);
      const base64 = asFilledText(picture?.b64_json);
      return url === undefined && base64 === undefined
        ? []
        : [{ ...(url && { url }), ...(base64 && { base64 }) }];
    });
    if (pictures.length === 0) throw new UnreadableAnswer("the answer contains no image");
    const result: ImageResult = {
      images: pictures,
      usage: { ...noUsage, input: tokensPerImage * pictures.length },
    };
    if (typeof body.created === "number") result.created = Math.trunc(body.created);
    return result;
  },
};

/** Maps OpenAI's quality values to the vendor's. */
const qualities: Partial<Record<string, string>> = {
  hd: "hd",
  high: "hd",
  standard: "standard",
  medium: "standard",
  low: "standard",
};

function lostFields(call: ImageCall): string[] {
  const lost: Record<string, boolean> = {
    style: call.style !== undefined,
    background: call.background !== undefined,
    output_format: call.outputFormat !== undefined,
    output_compression: call.outputCompression !== undefined,
    quality: call.quality !== undefined && call.quality !== "auto" && qualities[call.quality] === undefined,
  };
  return Object.keys(lost).filter((field) => lost[field]);
}

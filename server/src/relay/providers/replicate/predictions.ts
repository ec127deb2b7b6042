import { parseBounded } from "../../canonical/parse-bounded.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { asFilledText, asObject, type JsonObject } from "../kit/read-json.ts";
import { CannotServe, type ChannelView, type UpstreamAnswer, type UpstreamRequest } from "../provider.ts";
import type { WirePrediction } from "./wire.ts";

/**
 * Interval between polls. The first request already waits up to a minute:
 * https://replicate.com/docs/topics/predictions/create-a-prediction
 */
const waitMilliseconds = 2000;
const maxPolls = 60;

/**
 * Creates a prediction and polls it until it ends: `owner/name` is an official model, `owner/name:version` a community
 * one. `input` gets the channel's custom parameters for unset fields.
 * @throws CannotServe for any other name, which would change the URL's path
 */
export function requestPrediction(
  channel: ChannelView,
  model: string,
  input: JsonObject,
  stream: boolean,
): UpstreamRequest {
  const [, owner, name, version] = modelName.exec(model) ?? [];
  if (owner === undefined || name === undefined)
    throw new CannotServe(`'${model}' is not a Replicate model name. Use owner/name.`, "model");
  const body: WirePrediction = { input: { ...input } };
  addCustomParameters(body.input, channel, model);
  if (version !== undefined) body.version = version;
  if (stream) body.stream = true;
  return {
    method: "POST",
    url: joinUrl(
      channel.baseUrl,
      version === undefined ? `/v1/models/${owner}/${name}/predictions` : "/v1/predictions",
    ),
    headers: {
      "content-type": "application/json",
      ...queryHeaders(channel),
      ...(stream ? {} : { prefer: "wait" }),
    },
    body: JSON.stringify(body),
    follow: (answer, polls) => follow(channel, stream, answer, polls),
  };
}

/** Neither part starts with a dot. */
const modelName = /^(\w[\w.-]*)\/(\w[\w.-]*)(?::(\w+))?$/;

function queryHeaders(channel: ChannelView): Record<string, string> {
  return { accept: "application/json", authorization: `Bearer ${channel.key}` };
}

/** True while the prediction has no final output. */
export function isRunning(prediction: JsonObject): boolean {
  return prediction.status === "starting" || prediction.status === "processing";
}

function follow(
  channel: ChannelView,
  stream: boolean,
  answer: UpstreamAnswer,
  polls: number,
): { request: UpstreamRequest; waitMilliseconds: number } | undefined {
  const prediction = readPrediction(answer);
  if (prediction === undefined || !isRunning(prediction)) return undefined;
  const address = stream ? streamAddress(prediction, channel) : undefined;
  if (address !== undefined) {
    const headers = { ...queryHeaders(channel), accept: "text/event-stream", "cache-control": "no-store" };
    return { request: { method: "GET", url: address, headers }, waitMilliseconds: 0 };
  }
  const id = asFilledText(prediction.id);
  if (id === undefined || polls >= maxPolls) return undefined;
  return {
    // The URL starts with our own base: the key is never sent to a URL from an answer.
    request: {
      method: "GET",
      url: joinUrl(channel.baseUrl, `/v1/predictions/${encodeURIComponent(id)}`),
      headers: queryHeaders(channel),
      follow: (next, count) => follow(channel, false, next, count),
    },
    waitMilliseconds,
  };
}

function readPrediction({ body }: UpstreamAnswer): JsonObject | undefined {
  try {
    return asObject(parseBounded(body));
  } catch {
    return undefined;
  }
}

/**
 * URL of the output stream, if the key may be sent there: the channel's own origin, or another of Replicate's hosts if
 * the channel uses one of them. Models without streaming return no URL.
 */
function streamAddress(prediction: JsonObject, channel: ChannelView): string | undefined {
  const address = asFilledText(asObject(prediction.urls)?.stream);
  if (address === undefined || !URL.canParse(address) || !URL.canParse(channel.baseUrl)) return undefined;
  const [stream, base] = [new URL(address), new URL(channel.baseUrl)];
  if (stream.username !== "" || stream.password !== "") return undefined;
  return stream.origin === base.origin || (isReplicate(stream) && isReplicate(base))
    ? stream.href
    : undefined;
}

function isReplicate({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && /\.replicate\.(com|net)$/.test(hostname);
}

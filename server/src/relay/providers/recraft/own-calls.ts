import { compatibleRaw } from "../openai-compatible/raw.ts";
import type { OwnCalls, RawCapability } from "../provider.ts";

const prefix = "/recraftAI";
const ownPath =
  /^\/recraftAI\/v1\/(?:images\/(vectorize|removeBackground|clarityUpscale|generativeUpscale)|(styles))$/;

/** Operations on finished images, at One API's paths. Each has its own price (`recraft_<name>`). */
export const ownCalls: OwnCalls = {
  prefix,
  formats: { [`${prefix}/v1/images/generations`]: "openai-images" },
  modelOf(method, path) {
    const match = method === "POST" ? ownPath.exec(path) : null;
    return match ? `recraft_${match[1] ?? match[2]}` : undefined;
  },
};

const forward = compatibleRaw();

/** The same calls at the vendor, whose paths lack the prefix. */
export const raw: RawCapability = {
  buildRequest(call, channel) {
    if (ownCalls.modelOf(call.method, call.path) === undefined) return undefined;
    return forward.buildRequest({ ...call, path: call.path.slice(prefix.length) }, channel);
  },
};

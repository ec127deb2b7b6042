import {
  mergeParameters,
  pickCustomParameters,
  removeParameters,
} from "../../canonical/custom-parameters.ts";
import type { ChannelView } from "../provider.ts";
import type { JsonObject } from "./read-json.ts";

/**
 * Adds the channel's custom parameters to unset fields of a body, or overwrites them if the channel says so, and
 * removes forbidden fields. Objects named in `nested` are merged field by field, others are one value.
 */
export function addCustomParameters(
  body: JsonObject,
  channel: ChannelView,
  model: string,
  nested: readonly string[] = [],
): void {
  const { values, overwrite, removed } = pickCustomParameters(channel.customParameters, model);
  for (const [key, value] of Object.entries(values))
    if (nested.includes(key)) mergeParameters(body, { [key]: value }, overwrite);
    else if (overwrite || !Object.hasOwn(body, key)) body[key] = value;
  removeParameters(body, removed);
}

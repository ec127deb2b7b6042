import {
  mergeParameters,
  pickCustomParameters,
  removeParameters,
} from "../../canonical/custom-parameters.ts";
import type { ChannelView } from "../provider.ts";
import type { JsonObject } from "./read-json.ts";

/**
 * Puts the channel's custom parameters into a body where the call said nothing, or over it if the channel says so, and takes out what the channel
 * forbids (relay contract B0). Objects named in `nested` are filled field by field, others are one value.
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

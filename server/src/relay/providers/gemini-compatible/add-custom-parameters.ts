import { camelName } from "../../canonical/camel-name.ts";
import {
  mergeParameters,
  pickCustomParameters,
  removeParameters,
} from "../../canonical/custom-parameters.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/**
 * Puts the channel's custom parameters into a body, object into object, where the call said nothing, or over it if the channel says so, and takes
 * out what the channel forbids (relay contract B0). Google takes names in camelCase and snake_case.
 */
export function addGeminiParameters(body: JsonObject, channel: ChannelView, model: string): void {
  const { values, overwrite, removed } = pickCustomParameters(channel.customParameters, model);
  mergeParameters(body, values, overwrite, camelName);
  removeParameters(body, removed, camelName);
}

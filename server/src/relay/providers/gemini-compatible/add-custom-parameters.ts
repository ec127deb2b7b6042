import { camelName } from "../../canonical/camel-name.ts";
import {
  mergeParameters,
  pickCustomParameters,
  removeParameters,
} from "../../canonical/custom-parameters.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/**
 * Merges the channel's custom parameters into unset fields of a body, object by object, or overwrites set ones if the
 * channel says so, and removes forbidden fields. Google accepts names in camelCase and snake_case.
 */
export function addGeminiParameters(body: JsonObject, channel: ChannelView, model: string): void {
  const { values, overwrite, removed } = pickCustomParameters(channel.customParameters, model);
  mergeParameters(body, values, overwrite, camelName);
  removeParameters(body, removed, camelName);
}

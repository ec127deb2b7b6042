import type { JsonObject } from "../kit/read-json.ts";

/** Body of a request for a prediction. What `input` may hold is each model's own affair. */
export interface WirePrediction {
  input: JsonObject;
  /** A model of the community is named by its version. */
  version?: string;
  stream?: true;
}

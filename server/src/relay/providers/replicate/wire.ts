import type { JsonObject } from "../kit/read-json.ts";

/** Body of a prediction request. Each model defines its own `input`. */
export interface WirePrediction {
  input: JsonObject;
  /** A community model is identified by its version. */
  version?: string;
  stream?: true;
}

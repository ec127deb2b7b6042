import type { HostedTool } from "../../canonical/chat.ts";
import type { FormatId } from "../../format-ids.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** How a vendor with Responses differs from OpenAI. Missing options mean: same as OpenAI. */
export interface ResponsesOptions {
  /** Path of a request, query included; default `/v1/responses`, for other formats a path below it. */
  path?: (channel: ChannelView, format: FormatId) => string;
  /** Authorisation headers; default a bearer token. Lower-case names. */
  authorize?: (channel: ChannelView) => Record<string, string>;
  /** True: the vendor compacts conversations at `/compact`, so that calls of that format are native too. */
  compacts?: boolean;
  /** True: the vendor counts prompts at `/input_tokens`, so that calls of that format are native too. */
  countsTokens?: boolean;
  /** Models without sampling parameters. */
  isReasoningModel?: (model: string) => boolean;
  /** The vendor's names for hosted tools that several vendors have; a missing one is reported as dropped. */
  hostedTools?: Partial<Record<NonNullable<HostedTool["kind"]>, JsonObject>>;
  /** Body fields that this vendor does not support; left out and reported. */
  unsupportedFields?: readonly string[];
  /** Final change of a translated call's body. */
  adjustBody?: (body: JsonObject, channel: ChannelView) => void;
}

/** OpenAI's names for its hosted tools. */
export const defaultHostedTools: NonNullable<ResponsesOptions["hostedTools"]> = {
  "web-search": { type: "web_search" },
  "code-execution": { type: "code_interpreter", container: { type: "auto" } },
};

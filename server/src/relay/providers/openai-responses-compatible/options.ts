import type { HostedTool } from "../../canonical/chat.ts";
import type { FormatId } from "../../format-ids.ts";
import type { JsonObject } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** How a vendor that serves Responses differs from OpenAI. Everything left out means: as OpenAI. */
export interface ResponsesOptions {
  /** Path of a request, query included; default `/v1/responses`, for other formats a path below it. */
  path?: (channel: ChannelView, format: FormatId) => string;
  /** Headers that prove who calls; default a bearer token. Lower-case names. */
  authorize?: (channel: ChannelView) => Record<string, string>;
  /** True: the vendor shortens conversations at `/compact`, so that calls of that format are native too. */
  compacts?: boolean;
  /** True: the vendor counts prompts at `/input_tokens`, so that calls of that format are native too. */
  countsTokens?: boolean;
  /** Names of models that take no sampling parameters. */
  isReasoningModel?: (model: string) => boolean;
  /** What the vendor calls a tool of its own that several vendors have; one that is missing here is reported dropped. */
  hostedTools?: Partial<Record<NonNullable<HostedTool["kind"]>, JsonObject>>;
  /** Fields of the body that this vendor does not know; left out and reported. */
  unknownFields?: readonly string[];
  /** Last word on the body of a translated call. */
  adjustBody?: (body: JsonObject, channel: ChannelView) => void;
}

/** OpenAI's names for the tools that it runs itself. */
export const usualHostedTools: NonNullable<ResponsesOptions["hostedTools"]> = {
  "web-search": { type: "web_search" },
  "code-execution": { type: "code_interpreter", container: { type: "auto" } },
};

import type { UsageCounts } from "@tollgate/contract/cost";
import type { StopReason } from "../../canonical/chat.ts";
import type { RenderContext, RenderedItem } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireItem, WireStatus } from "./wire.ts";

/** State of a response other than its output. */
export interface AnswerState {
  id: string;
  created: number;
  serviceTier?: string | undefined;
  status: WireStatus;
  stopReason?: StopReason | undefined;
  error?: { code: string; message: string } | undefined;
  usage?: UsageCounts | undefined;
}

/**
 * JSON of the response object; repeats the caller's options, like the API. The items are inserted as they were written: they
 * are most of it, and are also stored.
 */
export function renderFrame(
  state: AnswerState,
  output: readonly RenderedItem[],
  context: RenderContext,
): string {
  const start = JSON.stringify({
    id: state.id,
    object: "response",
    created_at: state.created,
    status: state.status,
    background: false,
    completed_at: state.status === "completed" ? context.now : null,
    error: state.error ?? null,
    incomplete_details: state.status === "incomplete" ? { reason: renderReason(state.stopReason) } : null,
    model: context.requestedModel,
  });
  const rest = repeatRequest(isFields(context.request) ? context.request : {});
  if (state.serviceTier !== undefined) rest.service_tier = state.serviceTier;
  rest.usage = state.usage ? renderUsage(state.usage) : null;
  const items = output.map(({ json }) => json).join(",");
  return `${start.slice(0, -1)},"output":[${items}],${JSON.stringify(rest).slice(1)}`;
}

export function renderItem(item: WireItem): RenderedItem {
  return { id: item.id, json: JSON.stringify(item) };
}

/**
 * The request's own fields, with the API's defaults for absent ones. The response is not stored, whatever the caller
 * requested; its items may be.
 */
function repeatRequest(request: Fields): Fields {
  const text = isFields(request.text) ? request.text : {};
  const reasoning = isFields(request.reasoning) ? request.reasoning : {};
  return {
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...reasoning },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: request.service_tier ?? "auto",
    store: false,
    temperature: request.temperature ?? null,
    text: { ...text, format: text.format ?? { type: "text" } },
    tool_choice: request.tool_choice ?? "auto",
    tools: request.tools ?? [],
    top_logprobs: request.top_logprobs ?? 0,
    top_p: request.top_p ?? null,
    truncation: request.truncation ?? "disabled",
    user: request.user ?? null,
    metadata: request.metadata ?? {},
  };
}

/** A refusal with text is a complete response; one without was cut by the upstream's safety filter. */
export function statusOf(reason: StopReason | undefined, refused: boolean): WireStatus {
  switch (reason) {
    case "length":
    case "context-length":
    case "filter":
      return "incomplete";
    case "refusal":
      return refused ? "completed" : "incomplete";
    default:
      return "completed";
  }
}

function renderReason(reason: StopReason | undefined): string {
  return reason === "filter" || reason === "refusal" ? "content_filter" : "max_output_tokens";
}

/** An id in OpenAI's form; responses of other vendors are named after their request. */
export function responseId(id: string, context: RenderContext): string {
  return id.startsWith("resp_") ? id : `resp_${nameOf(context)}`;
}

/** The request id, usable as part of other ids. */
export function nameOf(context: RenderContext): string {
  return context.requestId.replace(/[^A-Za-z0-9]/g, "");
}

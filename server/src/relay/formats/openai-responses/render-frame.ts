import type { UsageCounts } from "@tollgate/contract/cost";
import type { StopReason } from "../../canonical/chat.ts";
import type { RenderContext, RenderedItem } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";
import { renderUsage } from "./render-usage.ts";
import type { WireStatus } from "./wire.ts";

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
  const { id, created, status, error, stopReason, usage } = state;
  const completed = status === "completed" ? context.now : null;
  const incomplete = status === "incomplete" ? `{"reason":"${renderReason(stopReason)}"}` : null;
  return (
    `{"id":${JSON.stringify(id)},"object":"response","created_at":${JSON.stringify(created)},"status":"${status}","background":false,` +
    `"completed_at":${completed},"error":${error ? JSON.stringify(error) : null},"incomplete_details":${incomplete},` +
    `"model":${JSON.stringify(context.requestedModel)},"output":[${output.map(({ json }) => json).join(",")}]` +
    `${repeatRequest(context.request, state.serviceTier)},"usage":${usage ? JSON.stringify(renderUsage(usage)) : null}}`
  );
}

/** The API's defaults for fields of the request. The response is not stored, whatever the caller requested; its items may be. */
const defaults: Readonly<Record<string, unknown>> = {
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: "auto",
  store: false,
  temperature: null,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_logprobs: 0,
  top_p: null,
  truncation: "disabled",
  user: null,
  metadata: {},
};

function writeField(field: string, value: unknown): string {
  return `,"${field}":${JSON.stringify(value)}`;
}

/** All of them as one text: most requests set few. */
let defaultsText = "";
/** Where each is in that text, in order. */
const places = new Map<string, { field: string; start: number; end: number }>();
for (const [field, value] of Object.entries(defaults)) {
  const start = defaultsText.length;
  defaultsText += writeField(field, value);
  places.set(field, { field, start, end: defaultsText.length });
}

/** The request's own fields, with the defaults for absent ones. */
function repeatRequest(request: unknown, serviceTier: string | undefined): string {
  const given: Fields = isFields(request) ? request : {};
  const fields = serviceTier === undefined ? given : { ...given, service_tier: serviceTier };
  const set = Object.keys(fields).flatMap((field) => places.get(field) ?? []);
  let written = "";
  let from = 0;
  for (const { field, start, end } of set.sort((one, other) => one.start - other.start)) {
    const value = repeatField(field, fields[field]);
    if (value == null) continue;
    written += defaultsText.slice(from, start) + writeField(field, value);
    from = end;
  }
  return written + defaultsText.slice(from);
}

/** Undefined for the default. */
function repeatField(field: string, value: unknown): unknown {
  switch (field) {
    case "previous_response_id":
    case "store":
      return undefined;
    case "reasoning":
      return isFields(value) ? { effort: null, summary: null, ...value } : undefined;
    case "text":
      return isFields(value) ? { ...value, format: value.format ?? { type: "text" } } : undefined;
    default:
      return value;
  }
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
  const { requestId } = context;
  return plainId.test(requestId) ? requestId : requestId.replace(/[^A-Za-z0-9]/g, "");
}

/** Tested first: replacing takes several times as long even where there is nothing to replace. */
const plainId = /^[A-Za-z0-9]*$/;

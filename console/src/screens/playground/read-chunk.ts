import * as z from "zod";
import type { Problem, Step, StepUsage, ToolCall } from "./conversation";

const text = z.string().nullish().catch(undefined);
const toolCallPiece = z.object({
  index: z.int().min(0).max(999).optional().catch(undefined),
  id: text,
  function: z.object({ name: text, arguments: text }).optional().catch(undefined),
  extra_content: z.unknown().optional(),
});
const delta = z.object({
  content: text,
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: z.array(z.unknown()).optional().catch(undefined),
  extra_content: z.unknown().optional(),
  tool_calls: z.array(toolCallPiece).optional().catch(undefined),
  images: z
    .array(z.object({ image_url: z.object({ url: z.string() }) }))
    .optional()
    .catch(undefined),
});
const count = z.int().min(0).optional().catch(undefined);
const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(undefined),
});
const chunk = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().optional(),
        delta: delta.nullish().catch(undefined),
        finish_reason: text,
      }),
    )
    .nullish()
    .catch(undefined),
  usage: usage.nullish().catch(undefined),
  error: z.unknown().optional(),
});

/** Accumulated stream; texts are appended in place, so that a long answer is not copied with every chunk. */
export interface Draft {
  text: string;
  reasoning: string;
  reasoningDetails: unknown[];
  extraContent: unknown;
  toolCalls: ToolCall[];
  images: string[];
  finishReason: string;
  usage: StepUsage | undefined;
}

export function newDraft(): Draft {
  return {
    text: "",
    reasoning: "",
    reasoningDetails: [],
    extraContent: undefined,
    toolCalls: [],
    images: [],
    finishReason: "",
    usage: undefined,
  };
}

/** Kind of an event: answer text, other data, the end, or an error in the relay's words. */
export type ChunkKind = { kind: "words" | "other" | "end" } | { kind: "error"; problem: Problem };

/** Adds the data of one event to the draft. Skips anything that is not a chunk: vendors send their own comments. */
export function readChunk(draft: Draft, data: string): ChunkKind {
  if (data === "[DONE]") return { kind: "end" };
  const parsed = chunk.safeParse(parseJson(data));
  if (!parsed.success) return { kind: "other" };
  const { choices, usage: sent, error } = parsed.data;
  if (error != null) return { kind: "error", problem: { ...readErrorBody({ error }, 0), kind: "upstream" } };
  if (sent)
    draft.usage = {
      input: sent.prompt_tokens ?? 0,
      output: sent.completion_tokens ?? 0,
      cached: sent.prompt_tokens_details?.cached_tokens ?? 0,
    };
  let kind: "words" | "other" = "other";
  for (const choice of choices ?? []) {
    if (choice.finish_reason) draft.finishReason = choice.finish_reason;
    if (choice.delta && addDelta(draft, choice.delta)) kind = "words";
  }
  return { kind };
}

function addDelta(draft: Draft, piece: z.infer<typeof delta>): boolean {
  const text = piece.content || piece.refusal || "";
  const reasoning = piece.reasoning_content || piece.reasoning || "";
  draft.text += text;
  draft.reasoning += reasoning;
  draft.reasoningDetails.push(...(piece.reasoning_details ?? []));
  draft.extraContent = piece.extra_content ?? draft.extraContent;
  draft.images.push(...(piece.images ?? []).map(({ image_url }) => image_url.url).filter(isPicture));
  for (const call of piece.tool_calls ?? []) addToolCall(draft.toolCalls, call);
  return [text, reasoning, piece.tool_calls, piece.images].some((part) => (part?.length ?? 0) > 0);
}

/** Inline images only: an address would make the browser contact another server. */
function isPicture(url: string): boolean {
  return /^data:image\/(png|jpeg|webp|gif|avif);base64,/i.test(url);
}

/** Pieces of one call share an index; without one, an id begins a call and what has none continues the last one. */
function addToolCall(calls: ToolCall[], piece: z.infer<typeof toolCallPiece>): void {
  const at = piece.index ?? (piece.id ? calls.length : Math.max(0, calls.length - 1));
  const before = calls[at] ?? { id: "", name: "", arguments: "" };
  while (calls.length < at) calls.push({ id: "", name: "", arguments: "" });
  calls[at] = {
    ...before,
    id: before.id || piece.id || "",
    name: before.name || piece.function?.name || "",
    arguments: before.arguments + (piece.function?.arguments ?? ""),
    ...(piece.extra_content != null && { extraContent: piece.extra_content }),
  };
}

const errorBody = z.object({
  error: z.object({
    message: z.string(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
});

/** The message of an error in OpenAI's shape; empty for anything else. */
export function readErrorBody(body: unknown, status: number): Problem {
  const parsed = errorBody.safeParse(body);
  return {
    kind: "refused",
    status,
    code: parsed.success ? String(parsed.data.error.code ?? "") : "",
    message: parsed.success ? parsed.data.error.message : "",
  };
}

export function parseJson(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

/** The draft as a part of a step. Lists are copied, since the draft's own go on growing. */
export function draftFields(
  draft: Draft,
): Pick<
  Step,
  | "text"
  | "reasoning"
  | "reasoningDetails"
  | "extraContent"
  | "toolCalls"
  | "images"
  | "finishReason"
  | "usage"
> {
  return {
    ...draft,
    toolCalls: [...draft.toolCalls],
    images: [...draft.images],
    reasoningDetails: [...draft.reasoningDetails],
  };
}

import type { Settings } from "./settings";

/** A file of a prompt. `data` is a data URL, or the words of a text file. */
export interface Attachment {
  id: string;
  name: string;
  kind: "image" | "document" | "audio" | "text";
  /** Bytes. */
  size: number;
  data: string;
}

export interface Prompt {
  text: string;
  attachments: readonly Attachment[];
}

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text as the model wrote it. */
  arguments: string;
  /** What the user typed as the tool's result; undefined until then. */
  result?: string | undefined;
  /** Signature of some vendors, sent back unchanged. */
  extraContent?: unknown;
}

export type ProblemKind = "refused" | "network" | "incomplete" | "upstream" | "too_long";

/** Why a call has no complete answer. `message` is the relay's own sentence; empty where it sent none. */
export interface Problem {
  kind: ProblemKind;
  /** HTTP status; 0 without an answer. */
  status: number;
  code: string;
  message: string;
  /** Seconds. */
  retryAfter?: number | undefined;
}

export interface StepUsage {
  input: number;
  output: number;
  cached: number;
}

/** Figures from the log row of a call. */
export interface Booking extends StepUsage {
  logId: number;
  quota: number;
}

export type StepStatus = "waiting" | "streaming" | "done" | "stopped" | "failed";

/** One call and its answer. An answer that calls tools goes on in another step. */
export interface Step {
  id: string;
  status: StepStatus;
  text: string;
  reasoning: string;
  /** Signed or encrypted reasoning, sent back unchanged. */
  reasoningDetails: readonly unknown[];
  extraContent?: unknown;
  toolCalls: readonly ToolCall[];
  /** Data URLs. */
  images: readonly string[];
  /** The format's values: `stop`, `length`, `tool_calls`, `content_filter`; empty until known. */
  finishReason: string;
  usage: StepUsage | undefined;
  booking: Booking | undefined;
  /** Milliseconds from sending to the first word of reasoning or answer. */
  firstTokenMs: number | undefined;
  totalMs: number | undefined;
  /** Id of the call as the log has it; empty until the answer begins. */
  requestId: string;
  /** Fields that the upstream could not take. */
  dropped: readonly string[];
  problem: Problem | undefined;
}

/** The answer of one model to one prompt. */
export interface Answer {
  laneId: string;
  model: string;
  steps: readonly Step[];
}

export interface Turn {
  id: string;
  prompt: Prompt;
  answers: readonly Answer[];
}

/** One of the models side by side. */
export interface Lane {
  id: string;
  model: string;
}

export interface Conversation {
  id: string;
  /** Epoch milliseconds of the last change. */
  updatedAt: number;
  lanes: readonly Lane[];
  settings: Settings;
  turns: readonly Turn[];
}

/** Models side by side at most. */
export const lanesMost = 4;

/** The first words of the first prompt, or the name of its first file; empty for a new conversation. */
export function titleOf({ turns }: Conversation): string {
  const prompt = turns[0]?.prompt;
  const text = prompt?.text.trim().replace(/\s+/g, " ") ?? "";
  return text === "" ? (prompt?.attachments[0]?.name ?? "") : text.slice(0, 80);
}

export function isRunning({ status }: Step): boolean {
  return status === "waiting" || status === "streaming";
}

/** True while any model writes. */
export function hasRunningStep({ turns }: Conversation): boolean {
  return turns.some(({ answers }) => answers.some(({ steps }) => steps.some(isRunning)));
}

/** Calls of an answer's last step that wait for a result. */
export function awaitsResults({ steps }: Answer): boolean {
  const last = steps.at(-1);
  return last !== undefined && !isRunning(last) && last.toolCalls.length > 0;
}

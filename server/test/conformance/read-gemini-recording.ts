import type { Recorded } from "./read-recording.ts";

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: {
    name?: string;
    args?: unknown;
    willContinue?: boolean;
    partialArgs?: { jsonPath: string; [value: string]: unknown }[];
  };
}

interface Answer {
  candidates?: {
    content?: { parts?: Part[] };
    finishReason?: string;
    groundingMetadata?: { webSearchQueries?: string[] };
  }[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: Record<string, number | undefined>;
}

const filters = /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY)$/;

/**
 * A whole response of Gemini's: reasoning tokens are counted separately from the candidates' tokens, and no finish
 * reason marks tool calls.
 */
export function readGeminiWhole(body: unknown): Recorded {
  return readGeminiEvents([body as Answer]);
}

/** The events of a streamed response; each is a response, and the last usage counts. */
export function readGeminiStream(lines: readonly string[]): Recorded {
  return readGeminiEvents(lines.map((line) => JSON.parse(line) as Answer));
}

function readGeminiEvents(events: readonly Answer[]): Recorded {
  const candidates = events.flatMap((event) => event.candidates?.[0] ?? []);
  const parts = candidates.flatMap((candidate) => candidate.content?.parts ?? []);
  const usage = events.findLast(
    (event) => event.usageMetadata?.promptTokenCount !== undefined,
  )?.usageMetadata;
  const tools = readCalls(parts);
  const blocked = events.some((event) => event.promptFeedback?.blockReason);
  const reason = candidates.findLast((candidate) => candidate.finishReason)?.finishReason ?? "STOP";
  const last =
    reason === "MAX_TOKENS" ? "length" : blocked || filters.test(reason) ? "content_filter" : "stop";
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    reasoning: parts.map((part) => (part.thought ? (part.text ?? "") : "")).join(""),
    tools,
    finish: last === "stop" && tools.length > 0 ? "tool_calls" : last,
    usage: usage && {
      prompt: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
      cached: usage.cachedContentTokenCount ?? 0,
      completion: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    },
    signatures: parts.filter((part) => part.thoughtSignature).length,
    signatureValues: parts.flatMap((part) => part.thoughtSignature ?? []),
    // A grounded response is charged as one search, however many queries it sent.
    hosted: { searches: candidates.some((one) => one.groundingMetadata?.webSearchQueries?.length) ? 1 : 0 },
  };
}

/** A call may arrive in pieces: its name first, then values with their paths. */
function readCalls(parts: readonly Part[]): Recorded["tools"] {
  const tools: Recorded["tools"] = [];
  for (const { functionCall: call } of parts) {
    if (call === undefined) continue;
    if (call.name) tools.push({ name: call.name, arguments: call.args ?? {} });
    const open = tools.at(-1);
    for (const piece of call.partialArgs ?? []) if (open) put(open.arguments as Fields, piece);
  }
  return tools;
}

type Fields = Record<string, unknown>;

/** Concatenates texts of one path; the path is `$.a[0].b`. */
function put(args: Fields, { jsonPath, ...rest }: { jsonPath: string; [value: string]: unknown }): void {
  const value = Object.entries(rest).find(([key]) => key.endsWith("Value"))?.[1];
  if (value === undefined) return;
  const steps = jsonPath.match(/[^.[\]$]+/g) ?? [];
  let at = args;
  steps.slice(0, -1).forEach((step, index) => {
    at = (at[step] ??= /^\d+$/.test(steps[index + 1] ?? "") ? [] : {}) as Fields;
  });
  const last = steps.at(-1) ?? "";
  at[last] = typeof value === "string" ? ((at[last] as string | undefined) ?? "") + value : value;
}

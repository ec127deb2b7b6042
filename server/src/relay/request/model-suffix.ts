import type { ChatCall } from "../canonical/chat.ts";
import type { IncomingRequest, RequestBody } from "../exchange.ts";
import type { ChatFormat, ModelSuffix, RequestHead } from "../formats/format.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";
import { wholeBody } from "./request-body.ts";

/** Reasoning efforts of the canonical model. `thinking` means the highest effort, as in One API. */
const efforts: Readonly<Record<string, string>> = {
  none: "none",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  thinking: "high",
};

/**
 * Removes a suffix from a model's name: `gpt-5#low` requests low effort, `claude-x#thinking` requests reasoning,
 * `#search` requests the upstream's own web search. Routing, limits and price use the name before the mark. Undefined
 * for every other name.
 */
export function splitModel(model: string): { model: string; suffix: ModelSuffix } | undefined {
  const mark = model.lastIndexOf("#");
  if (mark <= 0) return undefined;
  const word = model.slice(mark + 1);
  const base = model.slice(0, mark);
  if (word === "search") return { model: base, suffix: { search: true } };
  const effort = Object.hasOwn(efforts, word) ? efforts[word] : undefined;
  return effort === undefined ? undefined : { model: base, suffix: { effort } };
}

/**
 * Applies a model suffix to a request: to its body if the caller's format has fields that every upstream of it accepts,
 * which changes its bytes; else in translation. Options in the body win.
 * @throws RelayError
 */
export function renderSuffix(
  format: ChatFormat,
  request: IncomingRequest,
  body: RequestBody,
  head: RequestHead,
): { body: RequestBody; head: RequestHead } {
  const requested = splitModel(head.model);
  if (!requested) return { body, head };
  const render = format.renderSuffix?.(requested.suffix);
  if (!render) return { body, head: { ...head, ...requested, translated: true } };
  request.body = rewriteExactly(request.body, (exact) => {
    exact.model = requested.model;
    render(exact);
  });
  // `rewriteExactly` counted it.
  const said: unknown = JSON.parse(request.body.toString("utf8"));
  return { body: wholeBody(said), head: format.readHead(said, request.path) };
}

/** Applies the model suffix options to a call. */
export function applySuffix(call: ChatCall, { effort, search }: ModelSuffix): void {
  if (effort !== undefined) call.reasoning ??= { effort };
  if (!search) return;
  const hosted = (call.hostedTools ??= []);
  if (hosted.some(({ kind }) => kind === "web-search")) return;
  // Independent of the dialect: every upstream that can search translates it.
  hosted.push({ kind: "web-search", dialect: "openai-completions", definition: { type: "web_search" } });
}

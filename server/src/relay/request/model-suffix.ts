import type { ChatCall } from "../canonical/chat.ts";
import type { IncomingRequest, RequestBody } from "../exchange.ts";
import type { ChatFormat, ModelSuffix, RequestHead } from "../formats/format.ts";
import { rewriteExactly } from "../formats/kit/rewrite-exactly.ts";
import { wholeBody } from "./request-body.ts";

/** How hard to think, in our vocabulary's words. `thinking` is the family's word for as much as there is room for (relay contract B2). */
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
 * Takes a suffix off a model's name: `gpt-5#low` asks gpt-5 to think little, `claude-x#thinking` asks claude-x to think, `#search` asks for a
 * search of the web by the upstream itself (relay contract A4). Routing, limits and price know the name before the mark alone. Undefined for
 * every other name.
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
 * Reads a request whose model's name may ask for something as if that stood in its body, where the caller's format has words that every
 * upstream of it takes: then its bytes change too. Elsewhere the suffix is kept for translation. What the body says itself counts more.
 * @throws RelayError
 */
export function renderSuffix(
  format: ChatFormat,
  request: IncomingRequest,
  body: RequestBody,
  head: RequestHead,
): { body: RequestBody; head: RequestHead } {
  const asked = splitModel(head.model);
  if (!asked) return { body, head };
  const say = format.renderSuffix?.(asked.suffix);
  if (!say) return { body, head: { ...head, ...asked, translated: true } };
  request.body = rewriteExactly(request.body, (exact) => {
    exact.model = asked.model;
    say(exact);
  });
  // `rewriteExactly` counted it.
  const said: unknown = JSON.parse(request.body.toString("utf8"));
  return { body: wholeBody(said), head: format.readHead(said, request.path) };
}

/** Adds to a call what its model's name asks for. */
export function applySuffix(call: ChatCall, { effort, search }: ModelSuffix): void {
  if (effort !== undefined) call.reasoning ??= { effort };
  if (!search) return;
  const hosted = (call.hostedTools ??= []);
  if (hosted.some(({ kind }) => kind === "web-search")) return;
  // Of no dialect's own: every upstream that can search says it in its words.
  hosted.push({ kind: "web-search", dialect: "openai-completions", definition: { type: "web_search" } });
}

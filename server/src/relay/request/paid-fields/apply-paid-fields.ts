import { foldName, type PaidFields } from "../../canonical/paid-fields.ts";
import { channelAllowance } from "./channel-allowance.ts";
import type { Exchange, PaidRequest, Route, SentRequest } from "../../exchange.ts";
import type { RequestHead } from "../../formats/format.ts";
import { nestedRequest, PaidFieldFinder } from "./find-paid-fields.ts";
import type { FormBody } from "../../canonical/form-body.ts";
import { isFields } from "../../formats/kit/check-value.ts";
import {
  hasEscapedLetter,
  type MeteredFields,
  meterFields,
  rejectRepeated,
} from "../../formats/kit/metered-fields.ts";
import { addedTools } from "../../metering/added-tools.ts";
import { removeFields } from "../remove-fields.ts";
import { changedBody } from "../request-body.ts";
import { threadUnsupported } from "../../routing/choose-route.ts";

/**
 * The caller's request without fields that cost more than its model's price at this route's provider, or that choose
 * another model. `paid` lists what was removed and what is charged.
 * Runs for each route, before the channel's own parameters are added: those are the operator's decision.
 * @throws RelayError `invalid_request` naming a rejected field
 */
export function applyPaidFields(exchange: Exchange, route: Route): SentRequest {
  const { format, request, body, head } = exchange;
  const unchanged = { raw: request.body, body, head, paid: undefined, parametersAdded: false };
  const rules = route.provider.paidFields;
  if (rules.list.length === 0) return unchanged;
  const named = rules.models.some(({ part }) => route.upstreamModel.includes(part));
  if (!named && !mayCost(exchange, rules)) return unchanged;
  const finder = new PaidFieldFinder(rules, channelAllowance(route.channel));
  if (named) finder.readModel(route.upstreamModel);
  finder.readHeaders(request.headers, format.nativeHeaders);
  if (request.path && request.path.query !== "") finder.readQuery(request.path.query);
  if (head.suffix?.search) finder.noteTool("web_search");
  if (format.capability !== "chat" && format.form) finder.readForm(body.whole as FormBody);
  else if (isFields(body.outline)) {
    finder.readBody(body.outline);
    finder.readAdded(addedTools(body.outline.messages));
  }
  const stripped = strippedBody(exchange, rules, finder);
  const { paid } = finder;
  rejectInThread(head, paid);
  return { ...unchanged, ...stripped, paid };
}

/** Later calls of a thread do not repeat its tools, so they could not be charged. */
function rejectInThread(head: RequestHead, paid: PaidRequest | undefined): void {
  if (head.thread === undefined || !paid) return;
  const charged = paid.uses.length > 0 || paid.allowed.some(({ field }) => field.startsWith("tools."));
  if (charged) throw threadUnsupported("tools");
}

/** False for nearly every request, which only costs a check of its field names. */
function mayCost({ format, request, body, head }: Exchange, rules: PaidFields): boolean {
  if (head.suffix?.search || format.capability !== "chat" || !isFields(body.outline)) return true;
  if (request.path && request.path.query !== "") return true;
  for (const key in body.outline) {
    const name = foldName(key);
    if (rules.byRoot.has(name) || name === "tools" || name === nestedRequest) return true;
  }
  if (addedTools(body.outline.messages).length > 0) return true;
  return rules.headers.some(({ header }) => request.headers[header] !== undefined);
}

/** The body without the fields that the finder removes; undefined if unchanged. */
function strippedBody(
  { body, request, format }: Exchange,
  rules: PaidFields,
  { strip, listed, hasTools }: PaidFieldFinder,
): Pick<SentRequest, "raw" | "body"> | undefined {
  if (format.capability !== "chat" && format.form) return undefined;
  if (listed.length === 0 || !isFields(body.outline)) return undefined;
  const raw = body.cut?.bytes ?? request.body;
  const escaped = hasEscapedLetter(raw);
  // Upstreams differ in which of two duplicate fields they use.
  for (const name of listed) rejectRepeated(raw, body.outline, meteredField(name), escaped);
  // A tool may be in a duplicate field; rewriting keeps each field once.
  const mustWrite = strip.length > 0 || (hasTools && (escaped || mayHideTool(raw, rules)));
  return mustWrite ? changedBody(body, removeFields(raw, strip)) : undefined;
}

/** Most requests list the same few names. */
const metered = new Map<string, MeteredFields>();

function meteredField(name: string): MeteredFields {
  const known = metered.get(name);
  if (known) return known;
  const made = meterFields(name);
  if (metered.size < 100) metered.set(name, made);
  return made;
}

function mayHideTool(raw: Buffer, rules: PaidFields): boolean {
  let beginnings = toolBeginnings.get(rules);
  if (!beginnings) {
    const rejected = rules.tools.filter(({ paid }) => paid.rule === "reject");
    beginnings = rejected.map(({ paid }) => `"${paid.field.replace("tools.", "").replace("*", "")}`);
    toolBeginnings.set(rules, beginnings);
  }
  return beginnings.some((beginning) => raw.includes(beginning));
}

const toolBeginnings = new WeakMap<PaidFields, string[]>();

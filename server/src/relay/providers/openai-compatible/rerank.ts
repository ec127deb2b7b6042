import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { RerankCall, RerankResult } from "../../canonical/rerank.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { buildJsonRequest } from "./chat.ts";
import { endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** Rerank in Cohere's format, which Jina, Together, Voyage, SiliconFlow and others share. */
export function compatibleRerank(options: CompatibleOptions = {}): CallCapability<RerankCall, RerankResult> {
  return {
    buildRequest(call, channel) {
      // The caller has the documents, so they are not requested back.
      const { model, query, documents } = call;
      const body: JsonObject = { model, query, documents, return_documents: false };
      if (call.top !== undefined) body.top_n = call.top;
      addCustomParameters(body, channel, model);
      const url = endpointUrl(options, channel, "/rerank", model);
      return buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
    },
    readResponse: (answer, call) => readRerank(parseJson(answer.body.toString("utf8")), call),
  };
}

/**
 * The ranking, best first, cut to the requested number: vendors name that parameter differently or ignore it. The list
 * is `results`, or Voyage's `data`.
 * @throws UnreadableAnswer
 */
export function readRerank(body: unknown, call: RerankCall): RerankResult {
  const root = needObject(body, "the answer");
  const list = root.results ?? root.data;
  if (!Array.isArray(list)) throw new UnreadableAnswer("the answer has no `results`");
  const results = (list as unknown[]).flatMap((entry) => {
    const object = asObject(entry);
    const index = readCountIfGiven(object?.index);
    const score = object?.relevance_score ?? object?.score;
    if (index === undefined || index < 0 || typeof score !== "number") return [];
    return [{ index, score }];
  });
  if (results.length === 0 && list.length > 0)
    throw new UnreadableAnswer("the results have no `index` and score");
  results.sort((one, other) => other.score - one.score);
  const result: RerankResult = { results: results.slice(0, call.top ?? results.length) };
  const id = asFilledText(root.id);
  if (id !== undefined) result.id = id;
  const model = asFilledText(root.model);
  if (model !== undefined) result.model = model;
  const usage = readRerankUsage(root);
  if (usage) result.usage = usage;
  return result;
}

/**
 * The charge as prompt tokens: OpenAI's `usage`, or Cohere's `meta` with tokens or, without them, search units
 * (https://docs.cohere.com/reference/rerank). Undefined if the answer reports nothing.
 */
export function readRerankUsage(body: unknown): UsageCounts | undefined {
  const root = asObject(body);
  const usage = asObject(root?.usage);
  const meta = asObject(root?.meta);
  const billed = asObject(meta?.billed_units);
  const input =
    readCountIfGiven(usage?.prompt_tokens) ??
    readCountIfGiven(usage?.total_tokens) ??
    readCountIfGiven(asObject(meta?.tokens)?.input_tokens) ??
    readCountIfGiven(billed?.input_tokens) ??
    readCountIfGiven(billed?.search_units);
  return input === undefined ? undefined : { ...noUsage, input };
}

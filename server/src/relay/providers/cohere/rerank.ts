import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { RerankCall, RerankResult } from "../../canonical/rerank.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asList, asObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability, type NativeCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { post } from "./chat.ts";

/** `/v2/rerank`, whose search units count as prompt tokens. */
export const rerank: CallCapability<RerankCall, RerankResult> = {
  buildRequest(call, channel) {
    const { model, query, documents, top } = call;
    const body = { model, query, documents, ...(top === undefined ? {} : { top_n: top }) };
    return post(channel, "/v2/rerank", JSON.stringify(body));
  },
  readResponse({ body }) {
    const root = asObject(parseJson(body.toString("utf8")));
    if (!Array.isArray(root?.results)) throw new UnreadableAnswer("the answer has no results");
    const result: RerankResult = {
      results: asList(root.results).flatMap((entry) => {
        const { index, relevance_score: score } = asObject(entry) ?? {};
        return typeof index === "number" && typeof score === "number" ? [{ index, score }] : [];
      }),
    };
    const id = asFilledText(root.id);
    if (id !== undefined) result.id = id;
    const usage = readSearchUnits(root);
    if (usage) result.usage = usage;
    return result;
  },
};

/** Rerank on both sides: the caller's bytes are forwarded. */
export const native: NativeCapability = {
  supports: (format) => format === "cohere-rerank",
  buildRequest(call, channel) {
    const request = post(channel, "/v2/rerank", call.body);
    return { ...request, headers: { ...call.headers, ...request.headers } };
  },
  readUsage: readSearchUnits,
};

function readSearchUnits(body: unknown): UsageCounts | undefined {
  const units = readCountIfGiven(asObject(asObject(asObject(body)?.meta)?.billed_units)?.search_units);
  return units === undefined ? undefined : { ...noUsage, input: units };
}

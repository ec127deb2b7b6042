import type { RerankCall, RerankResult } from "../../canonical/rerank.ts";
import { asList, asObject, parseJson } from "../kit/read-json.ts";
import { type CallCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { agentRuntimeUrl, authorize, readKey } from "./access.ts";

/** `Rerank` of the agent runtime. Its answers report no usage. */
export const rerank: CallCapability<RerankCall, RerankResult> = {
  buildRequest(call, channel) {
    const { region } = readKey(channel.key);
    const modelArn = call.model.startsWith("arn:")
      ? call.model
      : `arn:aws:bedrock:${region}::foundation-model/${call.model}`;
    const body = {
      queries: [{ type: "TEXT", textQuery: { text: call.query } }],
      sources: call.documents.map((text) => ({
        type: "INLINE",
        inlineDocumentSource: { type: "TEXT", textDocument: { text } },
      })),
      rerankingConfiguration: {
        type: "BEDROCK_RERANKING_MODEL",
        bedrockRerankingConfiguration: {
          modelConfiguration: { modelArn },
          // The API rejects a number above that of the documents.
          numberOfResults: Math.min(call.top ?? call.documents.length, call.documents.length),
        },
      },
    };
    const headers = { "content-type": "application/json", accept: "application/json" };
    const url = agentRuntimeUrl(channel, "/rerank");
    return authorize({ method: "POST", url, headers, body: JSON.stringify(body) }, channel);
  },
  readResponse({ body }, call) {
    const results = asObject(parseJson(body.toString("utf8")))?.results;
    if (!Array.isArray(results)) throw new UnreadableAnswer("the answer has no results");
    return {
      model: call.model,
      results: asList(results).flatMap((entry) => {
        const { index, relevanceScore: score } = asObject(entry) ?? {};
        return typeof index === "number" && typeof score === "number" ? [{ index, score }] : [];
      }),
    };
  },
};

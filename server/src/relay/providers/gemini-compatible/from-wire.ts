import type { ChatCall, ChatChoice, ChatResult } from "../../canonical/chat.ts";
import { asList, asObject, asText, type JsonObject, needObject } from "../kit/read-json.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { readCitations } from "./read-citations.ts";
import { readLogProbabilities } from "./read-log-probabilities.ts";
import {
  type PartContext,
  readCandidateData,
  readCreated,
  readPart,
  readRefusal,
  readStopReason,
} from "./read-parts.ts";
import { readUsage } from "./read-usage.ts";

/**
 * Parses a whole answer. A blocked prompt is an answer without content, stopped by a filter.
 * @throws UnreadableAnswer if there is neither a candidate nor a block reason
 */
export function readAnswer(body: unknown, call: ChatCall): ChatResult {
  const root = needObject(body, "the answer");
  const id = asText(root.responseId) ?? "";
  const wav = call.audio?.format === "wav";
  const choices = asList(root.candidates).map((candidate, position) =>
    readCandidate(asObject(candidate) ?? {}, position, id, wav),
  );
  if (choices.length === 0) choices.push(blockedChoice(root));
  const result: ChatResult = { id, model: asText(root.modelVersion) ?? "", choices, ...readCreated(root) };
  const usage = readUsage(root);
  if (usage) result.usage = usage;
  return result;
}

function blockedChoice(root: JsonObject): ChatChoice {
  const refusal = readRefusal(root);
  if (refusal === undefined) throw new UnreadableAnswer("the answer has no candidates");
  const content: ChatChoice["content"] = refusal.message ? [{ type: "refusal", text: refusal.message }] : [];
  return { index: 0, content, stopReason: "filter" };
}

function readCandidate(candidate: JsonObject, position: number, id: string, wav: boolean): ChatChoice {
  const index = typeof candidate.index === "number" ? candidate.index : position;
  const context: PartContext = { idPrefix: `call_${id}_${index}`, calls: 0, wav };
  const parts = asList(asObject(candidate.content)?.parts);
  const content = parts.flatMap((part) => readPart(asObject(part) ?? {}, context));
  addCitations(content, candidate);
  const data = readCandidateData(candidate);
  if (data) content.push(data);
  const stopReason = readStopReason(candidate.finishReason, context.calls > 0);
  const choice: ChatChoice = { index, content, stopReason };
  const logProbabilities = readLogProbabilities(candidate.logprobsResult);
  if (logProbabilities) choice.logProbabilities = logProbabilities;
  return choice;
}

/** Offsets count from the beginning of the answer, so all citations can be added to its last text. */
function addCitations(content: ChatChoice["content"], candidate: JsonObject): void {
  const texts = content.filter((block) => block.type === "text");
  const last = texts.at(-1);
  if (last === undefined) return;
  const citations = readCitations(candidate, texts.map((block) => block.text).join(""));
  if (citations.length > 0) last.citations = citations;
}

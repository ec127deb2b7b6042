import { noPaidFields } from "../../../canonical/paid-fields.ts";
import { problemFromStatus } from "../../../providers/kit/problem-from-status.ts";
import { descriptor } from "../../../providers/custom/descriptor.ts";
import { compatibleEmbeddings } from "../../../providers/openai-compatible/embeddings.ts";
import { forwardCalls, openAiCalls } from "../../../providers/openai-compatible/forward-native.ts";
import { compatibleImages } from "../../../providers/openai-compatible/images.ts";
import { compatibleModerations } from "../../../providers/openai-compatible/moderations.ts";
import { compatibleRerank } from "../../../providers/openai-compatible/rerank.ts";
import { compatibleSpeech } from "../../../providers/openai-compatible/speech.ts";
import { compatibleTranscription } from "../../../providers/openai-compatible/transcription.ts";
import type { Provider } from "../../../providers/provider.ts";

/** A provider of this dialect with every call other than chat. */
export const testProvider: Provider = {
  descriptor,
  paidFields: noPaidFields,
  embeddings: compatibleEmbeddings(),
  images: compatibleImages(),
  speech: compatibleSpeech(),
  transcription: compatibleTranscription(),
  moderations: compatibleModerations(),
  rerank: compatibleRerank(),
  native: forwardCalls([...openAiCalls, "cohere-rerank"]),
  readProblem: problemFromStatus,
};

import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import type { CallCapability } from "../provider.ts";
import { options } from "./chat.ts";
import { signIfSelected } from "./sign-jwt.ts";

const compatible = compatibleEmbeddings(options, { endUser: false });

/** Embeddings in OpenAI's format; the answer always contains numbers. */
export const embeddings: CallCapability<EmbeddingCall, EmbeddingResult> = {
  ...compatible,
  buildRequest: (call, channel) =>
    signIfSelected(compatible.buildRequest({ ...call, encoding: "float" }, channel), channel),
};

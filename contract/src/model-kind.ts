/** Purpose of a model: `chat`, `embedding`, or something else, such as pictures, speech or a ranking. */
export type ModelKind = "chat" | "embedding" | "other";

const embeds = /embed|(^|[/_-])bge-(?!reranker)/i;
/** Models with a dedicated endpoint that respond in text or speech. */
const listens = /whisper|transcribe|audio|realtime/i;
/** Names of models that answer no chat. */
const speechless =
  /embed|moderation|whisper|tts|dall-e|image|audio|realtime|transcribe|rerank|sora|imagen|veo|imagine|(?:cog|wan-)video|hailuo|(?:^|[/_.-])(?:[it]2v|kling|wan\d|wanx|vidu|seedance)|^mj_|^chirp-|_lyrics$/i;

const wordless: ReadonlySet<string> = new Set(["image", "audio", "video", "score"]);

/** False for a model whose name shows that it does not support chat. */
export function answersChat(model: string): boolean {
  return !speechless.test(model);
}

/**
 * The kind of a model, by its name and its kinds of output (`text`, `image`, `audio`, `video`, `embedding`, `score`). Where these contain
 * nothing the name decides.
 */
export function modelKindOf(model: string, outputs: readonly string[] = []): ModelKind {
  if (outputs.includes("embedding")) return "embedding";
  if (outputs.includes("text")) return listens.test(model) ? "other" : "chat";
  if (outputs.some((output) => wordless.has(output))) return "other";
  if (embeds.test(model)) return "embedding";
  return answersChat(model) ? "chat" : "other";
}

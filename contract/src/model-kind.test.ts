import { describe, expect, it } from "vitest";
import { modelKindOf } from "./model-kind.ts";

describe("the kind of a model", () => {
  it("is its output kind, where that is known", () => {
    expect(modelKindOf("voyage-4", ["embedding"])).toBe("embedding");
    expect(modelKindOf("cogview-4", ["image"])).toBe("other");
    expect(modelKindOf("llama-guard-3-8b", ["score"])).toBe("other");
    expect(modelKindOf("gemini-3-pro-image", ["text", "image"])).toBe("chat");
    for (const spokenTo of ["gpt-4o-transcribe", "whisper-1", "gpt-realtime", "gpt-4o-audio-preview"])
      expect(modelKindOf(spokenTo, ["text"])).toBe("other");
  });

  it("is inferred from the name where no output kinds are known", () => {
    expect(modelKindOf("llama-9", ["an operator's word"])).toBe("chat");
    for (const name of ["text-embedding-9", "nomic-embed-text", "BAAI/bge-m3", "bge-large-zh"])
      expect(modelKindOf(name)).toBe("embedding");
    for (const name of ["dall-e-9", "tts-9", "bge-reranker-v2", "gpt-image-9"])
      expect(modelKindOf(name)).toBe("other");
    for (const name of [
      "sora-9",
      "veo-9.1-generate-001",
      "kling-video_kling-v9_pro_5",
      "kwaivgi/kling-v9",
      "MiniMax-Hailuo-9",
      "T2V-09-Director",
      "cogvideox-9",
      "viduq9-text",
      "wan9.1-t2v-plus",
      "wan-video/wan-9-i2v",
    ])
      expect([name, modelKindOf(name)]).toEqual([name, "other"]);
    for (const name of ["llama-9", "taiwan-llm-9", "individual-9b", "video-llava-9"])
      expect(modelKindOf(name)).toBe("chat");
  });
});

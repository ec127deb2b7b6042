/**
 * Tokens that a reservation assumes for content that a request only references, or whose tokens its bytes do not show.
 * Vendors count differently and change their counts: each number covers the usual maximum of the vendors named next to
 * it, not the extreme (two hours of video). The settlement charges the actual usage.
 */
export const mediaLimits = {
  /**
   * An image: Claude counts at most 4,784 (platform.claude.com/docs/en/build-with-claude/vision), Gemini 2,240
   * (ai.google.dev/gemini-api/docs/media-resolution), OpenAI 85 + 8 × 170 by tiles and 2,500 × 1.2 by patches
   * (developers.openai.com/api/docs/guides/images-vision).
   */
  picture: 4784,
  /** The same of gpt-4o-mini, which counts a tile as 5,667: 2,833 + 8 × 5,667. */
  pictureOfMini: 48_169,
  /** An image with OpenAI's `detail: original`: 10,000 patches × 1.2. */
  pictureOriginal: 12_000,
  /**
   * A page of a PDF: Claude counts 1,500 to 3,000 (platform.claude.com/docs/en/build-with-claude/pdf-support), OpenAI
   * an image and its text, Gemini 258 to 1,120.
   */
  page: 2000,
  /** Pages of a PDF: Claude's limit; at 2,000 tokens each they fill a window of 200,000. Gemini's 1,000 pages of 258 tokens are about as much. */
  pagesMost: 100,
  /** Pages that any inline document may have: empty pages need hardly any bytes. */
  pagesLeast: 20,
  /** Bytes of a page in a document whose pages are not counted. */
  bytesPerPage: 2000,
  /** A second of audio: Gemini counts 32 (ai.google.dev/gemini-api/docs/audio), OpenAI 10. */
  audioSecond: 32,
  /**
   * A second of video without audio: Gemini counts 258 for the one frame that it samples
   * (ai.google.dev/gemini-api/docs/video-understanding).
   */
  videoSecond: 258,
  /** Maximum frames per second that Gemini samples. */
  framesMost: 24,
  /** Seconds of audio by URL; Gemini accepts 9.5 hours, which is rare. */
  audioSecondsMost: 3600,
  /** Seconds of video by URL; Gemini's context window of a million tokens fits an hour. */
  videoSecondsMost: 1800,
  /** Bytes per second of uncompressed audio (WAV, PCM): 8,000 samples of one byte, telephone quality. */
  plainSoundBytes: 8000,
  /** Bytes per second of compressed audio: 16 kbit/s, Opus for speech. */
  packedSoundBytes: 2000,
  /**
   * A second of audio to transcribe, by OpenAI: a token per tenth of a second
   * (developers.openai.com/api/docs/guides/realtime-costs).
   */
  transcribedSecond: 10,
  /** Tokens spoken per second by the fastest speakers. */
  spokenSecond: 4,
  /** Bytes per second of video: 200 kbit/s. */
  videoBytes: 25_000,
  /** An earlier audio response that a chat references by its id: the maximum length of OpenAI's audio models. */
  spokenAnswer: 16_384,
  /** State that a vendor stores (a response, a conversation, a cache) with unknown size: the usual context window. */
  storedPrompt: 128_000,
  /** One stored item of a response, or a stored prompt template: as long as the assumed output. */
  storedItem: 4096,
  /** All references together: the largest context window of today. */
  namedMost: 1_050_000,
} as const;

/**
 * Assumed uses of a tool that the vendor runs, and the tokens that one use adds to the prompt. Prices are in
 * `contract/src/cost.ts`.
 */
export const toolLimits = {
  /** Results of a search: OpenAI bills blocks of 8,000 for some models (developers.openai.com/api/docs/pricing). */
  search: { uses: 5, tokens: 8000 },
  /**
   * A fetched page: Claude counts 25,000 for 100 kB
   * (platform.claude.com/docs/en/agents-and-tools/tool-use/web-fetch-tool).
   */
  fetch: { uses: 3, tokens: 25_000 },
  /** 20 chunks of 800 (developers.openai.com/api/docs/guides/tools-file-search). */
  files: { uses: 3, tokens: 16_000 },
  /** One container, and the output of a run. */
  code: { uses: 1, tokens: 4000 },
  /** Images that a chat generates. */
  picture: { uses: 2, tokens: 1000 },
  /** Remote MCP servers and other tools of a vendor: as much as a search. */
  other: { uses: 5, tokens: 8000 },
  /** Maximum assumed uses, even if the caller allows more. */
  usesMost: 25,
} as const;

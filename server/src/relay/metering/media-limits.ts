/**
 * How many tokens a reservation assumes for what a request names without containing it, or contains in a form whose tokens bytes do not tell.
 * Vendors count differently and change their counts; each number covers the usual maximum of the vendors named beside it, not the absurd one
 * (two hours of film). The settlement charges what was really used.
 */
export const mediaLimits = {
  /**
   * A picture: Claude counts at most 4,784 (platform.claude.com/docs/en/build-with-claude/vision), Gemini 2,240 (ai.google.dev/gemini-api/docs/media-resolution),
   * OpenAI 85 + 8 × 170 by tiles and 2,500 × 1.2 by patches (developers.openai.com/api/docs/guides/images-vision).
   */
  picture: 4784,
  /** The same of gpt-4o-mini, which counts a tile as 5,667: 2,833 + 8 × 5,667. */
  pictureOfMini: 48_169,
  /** A picture with OpenAI's `detail: original`: 10,000 patches × 1.2. */
  pictureOriginal: 12_000,
  /**
   * A page of a PDF: Claude counts 1,500 to 3,000 (platform.claude.com/docs/en/build-with-claude/pdf-support), OpenAI a picture and its text,
   * Gemini 258 to 1,120.
   */
  page: 2000,
  /** Pages of a PDF: Claude's limit; at 2,000 tokens each they fill a window of 200,000. Gemini's 1,000 pages of 258 tokens are about as much. */
  pagesMost: 100,
  /** Pages that any inline document may have: empty ones hardly take bytes. */
  pagesLeast: 20,
  /** Bytes of a page in a document whose pages are not counted. */
  bytesPerPage: 2000,
  /** A second of sound: Gemini counts 32 (ai.google.dev/gemini-api/docs/audio), OpenAI 10. */
  audioSecond: 32,
  /** A second of film without its sound: Gemini counts 258 for the one frame that it looks at (ai.google.dev/gemini-api/docs/video-understanding). */
  videoSecond: 258,
  /** Frames a second that Gemini can be asked to look at. */
  framesMost: 24,
  /** Seconds of sound by address; Gemini takes 9.5 hours, which nobody sends. */
  audioSecondsMost: 3600,
  /** Seconds of film by address; Gemini's window of a million tokens takes an hour. */
  videoSecondsMost: 1800,
  /** Bytes a second of sound that is not compressed (WAV, PCM): 8,000 samples of one byte, a telephone's. */
  plainSoundBytes: 8000,
  /** Bytes a second of compressed sound: 16 kbit/s, Opus for speech. */
  packedSoundBytes: 2000,
  /** A second of sound to be written down, by OpenAI: a token for a tenth of a second (developers.openai.com/api/docs/guides/realtime-costs). */
  transcribedSecond: 10,
  /** Tokens that are spoken in a second, of the fastest speakers. */
  spokenSecond: 4,
  /** Bytes a second of film: 200 kbit/s. */
  videoBytes: 25_000,
  /** An answer in sound that a chat brings back by its id: as long as OpenAI's sound models answer at most. */
  spokenAnswer: 16_384,
  /** What a vendor keeps (a response, a conversation, a cache) and nobody here knows the size of: the usual window. */
  storedPrompt: 128_000,
  /** One stored item of a response, or a stored prompt template: as long as an answer is assumed to be. */
  storedItem: 4096,
  /** Everything named together: the largest window of today. */
  namedMost: 1_050_000,
} as const;

/** Assumed uses of a tool that the vendor runs itself, and the tokens that one use adds to the prompt. Prices are in `contract/src/cost.ts`. */
export const toolLimits = {
  /** Results of a search: OpenAI bills blocks of 8,000 for some models (developers.openai.com/api/docs/pricing). */
  search: { uses: 5, tokens: 8000 },
  /** A page that is fetched: Claude counts 25,000 for 100 kB (platform.claude.com/docs/en/agents-and-tools/tool-use/web-fetch-tool). */
  fetch: { uses: 3, tokens: 25_000 },
  /** 20 chunks of 800 (developers.openai.com/api/docs/guides/tools-file-search). */
  files: { uses: 3, tokens: 16_000 },
  /** One container, and what a run prints. */
  code: { uses: 1, tokens: 4000 },
  /** Pictures that a chat draws. */
  picture: { uses: 2, tokens: 1000 },
  /** Remote MCP servers and whatever else a vendor runs: as much as a search. */
  other: { uses: 5, tokens: 8000 },
  /** More uses than these are not assumed, even if the caller allows for more. */
  usesMost: 25,
} as const;

import type { CallFormat } from "../format.ts";
import { renderError, renderStreamError } from "../kit/render-openai-error.ts";
import { rewriteForm } from "../kit/rewrite-form.ts";
import { rewriteModel } from "../kit/rewrite-model.ts";
import { measureSpeech } from "./measure-speech.ts";
import { measureTranscript } from "./measure-transcript.ts";
import { createSpeechStream, createTranscriptStream } from "./native-stream.ts";
import { parseTranscription, parseTranslation } from "./parse-request.ts";
import { parseSpeech } from "./parse-speech.ts";
import { readHead } from "./read-head.ts";
import { meteredOfSpeech, readSpeechHead } from "./read-speech-head.ts";
import { answerSeconds, answerText, deltaText, renderResponse, renderSpeech } from "./render-response.ts";

/** OpenAI's speech. */
export const speech: CallFormat<"speech"> = {
  id: "openai-speech",
  capability: "speech",
  readHead: readSpeechHead,
  parseRequest: parseSpeech,
  measure: measureSpeech,
  renderResponse: renderSpeech,
  renderError,
  renderStreamError,
  nativeHeaders: [],
  rewriteNative: (rewrite) => rewriteModel(rewrite, meteredOfSpeech),
  // The response is audio, not JSON.
  isAnswer: () => false,
  nativeStream: createSpeechStream,
};

const transcript = {
  capability: "transcription",
  form: true,
  readHead,
  measure: measureTranscript,
  renderResponse,
  renderError,
  renderStreamError,
  answerText,
  answerSeconds,
  deltaText,
  nativeHeaders: [],
  rewriteNative: rewriteForm,
  isAnswer: (body: object) => typeof (body as { text?: unknown }).text === "string",
  nativeStream: createTranscriptStream,
} as const;

/** OpenAI's transcriptions. */
export const transcriptions: CallFormat<"transcription"> = {
  ...transcript,
  id: "openai-transcriptions",
  parseRequest: parseTranscription,
};

/** OpenAI's translations of audio into English text. */
export const translations: CallFormat<"transcription"> = {
  ...transcript,
  id: "openai-translations",
  parseRequest: parseTranslation,
};

import type { FormBody } from "../../../src/relay/canonical/form-body.ts";
import type { CallFormat, CallName, Calls } from "../../../src/relay/formats/format.ts";
import { findFormat } from "../../../src/relay/formats/registry.ts";
import type { FormatId } from "../../../src/relay/format-ids.ts";
import { type CallCapability, CannotServe, type Provider } from "../../../src/relay/providers/provider.ts";
import { UnreadableAnswer } from "../../../src/relay/canonical/unreadable-answer.ts";
import { RelayError } from "../../../src/relay/relay-error.ts";
import { leftOut, type Loss } from "./check-request.ts";
import { aChannelOf } from "./rows.ts";

/** A call other than chat: its formats, which models serve it, and the smallest request of each format. */
export interface OtherCall {
  title: string;
  call: CallName;
  /** Names of models that serve it. */
  models: RegExp;
  formats: readonly { id: FormatId; label: string; request(model: string): object }[];
}

const sound = { name: "a.mp3", mediaType: "audio/mpeg", bytes: Buffer.from("sound") };
const picture = { name: "a.png", mediaType: "image/png", bytes: Buffer.from("picture") };

function form(fields: Record<string, FormBody["fields"][number]["value"]>): FormBody {
  return { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) };
}

export const otherCalls: readonly OtherCall[] = [
  {
    title: "Embeddings",
    call: "embeddings",
    models: /embed|bge|gte/i,
    formats: [
      { id: "openai-embeddings", label: "Embeddings", request: (model) => ({ model, input: "Geneva" }) },
      {
        id: "gemini-embed",
        label: "Gemini embedContent",
        request: () => ({ content: { parts: [{ text: "Geneva" }] } }),
      },
    ],
  },
  {
    title: "Reranking",
    call: "rerank",
    models: /rerank/i,
    formats: [
      {
        id: "cohere-rerank",
        label: "Rerank",
        request: (model) => ({ model, query: "lake", documents: ["Geneva", "Bern"] }),
      },
    ],
  },
  {
    title: "Images",
    call: "images",
    models: /image|dall-e|flux|recraft|stable|sd3|cogview|sdxl|imagen/i,
    formats: [
      { id: "openai-images", label: "Generations", request: (model) => ({ model, prompt: "A lake" }) },
      {
        id: "openai-image-edits",
        label: "Edits",
        request: (model) => form({ model, prompt: "A boat", image: picture }),
      },
      {
        id: "openai-image-variations",
        label: "Variations",
        request: (model) => form({ model, image: picture }),
      },
    ],
  },
  {
    title: "Speech",
    call: "speech",
    models: /tts|speech|orpheus|cosyvoice/i,
    formats: [
      {
        id: "openai-speech",
        label: "Speech",
        request: (model) => ({ model, input: "Hello", voice: "alloy" }),
      },
    ],
  },
  {
    title: "Transcription",
    call: "transcription",
    models: /whisper|transcribe|voxtral|asr|sensevoice/i,
    formats: [
      {
        id: "openai-transcriptions",
        label: "Transcriptions",
        request: (model) => form({ model, file: sound }),
      },
      { id: "openai-translations", label: "Translations", request: (model) => form({ model, file: sound }) },
    ],
  },
  {
    title: "Moderation",
    call: "moderations",
    models: /moderation/i,
    formats: [
      { id: "openai-moderations", label: "Moderations", request: (model) => ({ model, input: "Hello" }) },
    ],
  },
];

/** Result for the smallest request: `native`, undefined if it arrives, or what was lost. */
export function checkOtherCall(
  provider: Provider,
  { call: name, models }: OtherCall,
  { id, request }: OtherCall["formats"][number],
): "native" | Loss | undefined {
  const { defaultModels } = provider.descriptor;
  const model = defaultModels.find((candidate) => models.test(candidate)) ?? "a-model";
  const channel = aChannelOf(provider);
  if (provider.native?.supports(id, model, channel)) return "native";
  const feature = "the call";
  try {
    const format = findFormat(id) as CallFormat;
    const { call, unread } = format.parseRequest(request(model), model, {
      model,
      query: "",
      action: "embedContent",
    });
    const capability = provider[name] as CallCapability<Calls[CallName]["call"], unknown> | undefined;
    const left = [...unread, ...(capability?.buildRequest(call, channel).dropped ?? [])];
    return left.length > 0 ? { feature, because: leftOut(left) } : undefined;
  } catch (error) {
    if (error instanceof CannotServe || error instanceof UnreadableAnswer || error instanceof RelayError)
      return { feature, because: `rejected: ${error.message.replace(` '${model}'`, "")}` };
    throw error;
  }
}

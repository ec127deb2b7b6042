import type { RealtimeEvent } from "../canonical/realtime.ts";
import { type Fields, isFields, reject } from "../formats/kit/check-value.ts";
import { meterFields, rejectVariants } from "../formats/kit/metered-fields.ts";
import type { RelayError } from "../relay-error.ts";

/** What a session's events may name. */
export interface SessionTerms {
  /** The session's model, by its upstream name. */
  upstreamModel: string;
  /** Why this model may not transcribe the caller's audio; undefined if it may. */
  whyNotTranscribe(model: string): RelayError | undefined;
}

/** Where a caller sets options: for the session, and for one response. */
const places = ["session", "response"] as const;
const inOptions = meterFields("model", "prompt", "tools", "audio", "input_audio_transcription");
const inTool = meterFields("type");
const inAudio = meterFields("input");
const inInput = meterFields("transcription");
const inTranscription = meterFields("model");

/**
 * True for an event with options. The parsed event is sent on, so that the upstream reads what was checked, duplicate
 * fields included.
 */
export function hasOptions(event: RealtimeEvent): boolean {
  return places.some((place) => isFields(event[place]));
}

/**
 * Rejects options that would choose another model or add an unpriced cost: `model`, `prompt` (a template of the
 * vendor's account with its own model and tools), tools that the vendor runs, a transcriber without a price.
 * Checks the options for every event type.
 * @throws RelayError naming the field
 */
export function checkCallerEvent(event: RealtimeEvent, terms: SessionTerms): void {
  for (const place of places) {
    const options = event[place];
    if (isFields(options)) checkOptions(options, place, terms);
  }
}

function checkOptions(options: Fields, place: string, terms: SessionTerms): void {
  rejectVariants(options, inOptions);
  if (options["model"] !== undefined && options["model"] !== terms.upstreamModel)
    throw new ModelChanged(`${place}.model`);
  if (options["prompt"] != null)
    reject(`${place}.prompt`, `'${place}.prompt' cannot be used here. Send the instructions themselves.`);
  checkTools(options["tools"], place);
  checkTranscription(options, place, terms);
}

/** The upstream runs every other tool itself and charges extra for it. */
function checkTools(tools: unknown, place: string): void {
  if (!Array.isArray(tools)) return;
  for (const [i, tool] of tools.entries()) {
    if (!isFields(tool)) continue;
    rejectVariants(tool, inTool);
    if (tool["type"] === undefined || tool["type"] === "function") continue;
    const path = `${place}.tools[${i}].type`;
    reject(path, `'${path}' must be 'function': other tools cannot be priced in a realtime session.`);
  }
}

/** OpenAI's two API generations have it in two places, and an upstream reads one of them. */
function checkTranscription(options: Fields, place: string, terms: SessionTerms): void {
  const { audio } = options;
  let newer: unknown;
  if (isFields(audio)) {
    rejectVariants(audio, inAudio);
    const { input } = audio;
    if (isFields(input)) {
      rejectVariants(input, inInput);
      newer = input["transcription"];
    }
  }
  const older = options["input_audio_transcription"];
  const path = `${place}.${newer === undefined ? "input_audio_transcription" : "audio.input.transcription"}`;
  if (older !== undefined && newer !== undefined)
    reject(path, `'${path}' and 'input_audio_transcription' must not be given together.`);
  const option = newer ?? older;
  if (option == null) return;
  if (isFields(option)) rejectVariants(option, inTranscription);
  const model = isFields(option) ? option["model"] : undefined;
  const error = terms.whyNotTranscribe(typeof model === "string" ? model : "");
  if (error) throw error;
}

/** The price follows the model that opened the session. */
export class ModelChanged extends Error {
  override name = "ModelChanged";
  readonly param: string;

  constructor(param: string) {
    super(`The model of a session cannot be changed: leave '${param}' out.`);
    this.param = param;
  }
}

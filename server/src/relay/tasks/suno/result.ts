import { asFilledText, asList, asObject, asText, type JsonObject } from "../../providers/kit/read-json.ts";
import { isAddress } from "../address.ts";
import type { TaskFile } from "../platform.ts";

/** Fields of a song that callers read. Accounts, user names and everything else stay with the platform. */
const songTexts = ["major_model_version", "model_name", "status", "title", "text"] as const;
const songUrls = ["video_url", "audio_url", "image_url", "image_large_url"] as const;
const metadataTexts = [
  "tags",
  "prompt",
  "gpt_description_prompt",
  "audio_prompt_id",
  "error_type",
  "error_message",
] as const;

const songsMost = 20;
const textMost = 16_000;

/** The result: a list of songs, or lyrics. Undefined until there is one. */
export function readResult(data: unknown): unknown {
  if (Array.isArray(data)) {
    const songs = data.slice(0, songsMost).flatMap(readSong);
    return songs.length > 0 ? songs : undefined;
  }
  const lyrics = asObject(data);
  if (asFilledText(lyrics?.["text"]) === undefined && asFilledText(lyrics?.["title"]) === undefined)
    return undefined;
  return pick(lyrics, ["id", "status", "title", "text"]);
}

function readSong(value: unknown): JsonObject[] {
  const song = asObject(value);
  const id = asFilledText(song?.["id"]);
  if (song === undefined || id === undefined || id.length > 100) return [];
  const metadata = asObject(song["metadata"]);
  const { duration } = metadata ?? {};
  return [
    {
      id,
      ...Object.fromEntries(songUrls.map((name) => [name, isAddress(song[name]) ? song[name] : ""])),
      ...pick(song, songTexts),
      metadata: {
        ...pick(metadata, metadataTexts),
        ...(typeof duration === "number" && Number.isFinite(duration) && { duration }),
      },
    },
  ];
}

function pick(object: JsonObject | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = asText(object?.[name]);
      return text === undefined ? [] : [[name, text.slice(0, textMost)]];
    }),
  );
}

/** Clips that a follow-up may continue. */
export function offers(result: unknown): string[] {
  return asList(result).flatMap((song) => asFilledText(asObject(song)?.["id"]) ?? []);
}

/** Files of a song, each with the fields that may have its address: the first one counts. */
const fileFields = {
  audio: ["audio_url"],
  video: ["video_url"],
  image: ["image_large_url", "image_url"],
} as const;
const kinds = ["audio", "video", "image"] as const;

/** `audio-0` is the sound of the first song. */
export function filesOf(result: unknown): TaskFile[] {
  return asList(result)
    .slice(0, songsMost)
    .flatMap((song, index) =>
      kinds.flatMap((kind): TaskFile[] => {
        if (findUrl(song, kind) === undefined) return [];
        const title = asFilledText(asObject(song)?.["title"]);
        return [{ variant: `${kind}-${index}`, kind, ...(title !== undefined && { title }) }];
      }),
    );
}

/** The address of a file, as the platform named it; undefined for none. */
export function contentUrlOf(result: unknown, variant: string | undefined): string | undefined {
  const [, name, index] = /^(audio|video|image)-(\d{1,2})$/.exec(variant ?? "") ?? [];
  const kind = kinds.find((one) => one === name);
  return kind && findUrl(asList(result)[Number(index)], kind);
}

function findUrl(song: unknown, kind: (typeof kinds)[number]): string | undefined {
  const fields = asObject(song);
  return fileFields[kind].map((field) => fields?.[field]).find(isAddress);
}

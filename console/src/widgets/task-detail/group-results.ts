import type { TaskDetail } from "@tollgate/contract/tasks";
import * as z from "zod";

type TaskFile = TaskDetail["files"][number];

/** What belongs together: a song with cover and lyrics, a video, a picture. */
export interface ResultGroup {
  key: string;
  title: string;
  /** Style of music. */
  tags: string;
  lyrics: string;
  image?: TaskFile;
  audio?: TaskFile;
  video?: TaskFile;
}

const textOrEmpty = z.string().catch("");

/** A song or its lyrics as a platform describes it; hostile, so that everything but the id may be missing. */
const song = z.object({
  id: textOrEmpty,
  title: textOrEmpty,
  text: textOrEmpty,
  metadata: z.object({ tags: textOrEmpty, prompt: textOrEmpty }).catch({ tags: "", prompt: "" }),
});

/** Files of a result with the platform's descriptions. A file belongs to the song whose place ends its variant: `audio-0`. */
export function groupResults(files: readonly TaskFile[], data: unknown): ResultGroup[] {
  const songs = (Array.isArray(data) ? (data as unknown[]) : [data]).flatMap((one) => {
    const read = song.safeParse(one);
    return read.success ? [read.data] : [];
  });
  const left = new Set(files);
  const groups = songs.map(({ id, title, text, metadata }, index): ResultGroup => {
    const own = [...left].filter(({ variant }) => variant.endsWith(`-${index}`));
    for (const file of own) left.delete(file);
    return {
      key: id || String(index),
      title: title || own.find((file) => file.title !== "")?.title || "",
      tags: metadata.tags,
      lyrics: text || metadata.prompt,
      ...byKind(own),
    };
  });
  const others = [...left].map(
    (file): ResultGroup => ({
      key: file.variant,
      title: file.title,
      tags: "",
      lyrics: "",
      [file.kind]: file,
    }),
  );
  return [...groups, ...others].filter(
    ({ image, audio, video, lyrics }) => image ?? audio ?? video ?? lyrics,
  );
}

function byKind(files: readonly TaskFile[]): Pick<ResultGroup, "image" | "audio" | "video"> {
  return Object.fromEntries(files.map((file) => [file.kind, file]));
}

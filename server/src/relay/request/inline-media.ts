import type { MemoryAccount } from "../../platform/memory-budget.ts";
import type { ChatCall, FileBlock, ImageBlock } from "../canonical/chat.ts";
import { kindOfAddress, kindOfType } from "../metering/medium-tokens.ts";
import type { ChatCapability } from "../providers/provider.ts";
import { RelayError, shortageError } from "../relay-error.ts";

/** Fetches a URL from a caller's prompt, through the guarded client. */
export type FetchMedia = (url: string) => Promise<{ mediaType: string; bytes: Buffer }>;

/** Limit of URLs: no model accepts more, and each costs a connection. */
const fetchedMost = 20;
/** Buffered bytes of one fetch before the sum is known. */
const atOnce = 4;
/** Bytes of all URLs of one call, as much as a body may have. */
const bytesMost = 32 * 1024 * 1024;

/** URLs in a call that the upstream does not fetch itself; undefined if there are none, which is nearly always. */
export function findMedia(call: ChatCall, chat: ChatCapability): (ImageBlock | FileBlock)[] | undefined {
  if (!chat.needsInline) return undefined;
  const found: (ImageBlock | FileBlock)[] = [];
  for (const message of call.messages) {
    for (const block of message.content) {
      for (const part of block.type === "tool-result" ? block.content : [block]) {
        if (part.type !== "image" && part.type !== "file") continue;
        if (part.source.kind === "url" && chat.needsInline(part.source.url, part.type)) found.push(part);
      }
    }
  }
  return found.length > 0 ? found : undefined;
}

/**
 * Rejects content more expensive than its reservation, which follows from the request and the URL's extension: a video
 * in an image field would cost a hundred times as much.
 * @throws Error that names the actual content
 */
function rejectMoreExpensive({ type, source }: ImageBlock | FileBlock, found: string): void {
  if (source.kind !== "url") return;
  const came = kindOfType(found);
  const isDearer = came === "film" || came === "sound" || (type === "image" && found === "application/pdf");
  if (!isDearer || came === kindOfAddress(source.url) || came === kindOfType(source.mediaType ?? "text/"))
    return;
  throw new Error(`it holds ${found}, which neither its address nor the request says`);
}

/**
 * Replaces URLs by their content, counted in `memory`.
 * @throws RelayError `invalid_request` naming the URL; `memory_share_exceeded`, `unavailable`
 */
export async function inlineMedia(
  blocks: (ImageBlock | FileBlock)[],
  fetchMedia: FetchMedia,
  memory: MemoryAccount,
): Promise<void> {
  if (blocks.length > fetchedMost)
    throw new RelayError(
      "invalid_request",
      `At most ${fetchedMost} addresses of pictures and files can be fetched.`,
    );
  let bytes = 0;
  const fetchWithin = async (url: string): ReturnType<FetchMedia> => {
    const media = await fetchMedia(url);
    bytes += media.bytes.length;
    if (bytes > bytesMost) throw new Error("all of them together are larger than 32 MB");
    const shortage = memory.acquire(Math.ceil((media.bytes.length * 4) / 3));
    if (shortage) throw shortageError(shortage);
    return media;
  };
  const requested = new Map<string, Promise<{ mediaType: string; bytes: Buffer }>>();
  const inline = async (block: ImageBlock | FileBlock): Promise<void> => {
    if (block.source.kind !== "url") return;
    const { url } = block.source;
    let question = requested.get(url);
    if (!question) requested.set(url, (question = fetchWithin(url)));
    try {
      const { mediaType, bytes } = await question;
      rejectMoreExpensive(block, mediaType);
      block.source = { kind: "inline", mediaType, data: bytes.toString("base64") };
    } catch (error) {
      if (error instanceof RelayError) throw error;
      const reason = error instanceof Error ? error.message : "unknown trouble";
      throw new RelayError("invalid_request", `${url.slice(0, 200)} could not be fetched: ${reason}`, {
        cause: error,
      });
    }
  };
  const left = [...blocks];
  const work = async (): Promise<void> => {
    for (let block = left.shift(); block; block = left.shift()) await inline(block);
  };
  // A failure ends the call; the other fetches finish on their own.
  await Promise.all(Array.from({ length: atOnce }, () => work().finally(() => left.splice(0))));
}

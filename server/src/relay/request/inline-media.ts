import type { MemoryAccount } from "../../platform/memory-budget.ts";
import type { ChatCall, FileBlock, ImageBlock } from "../canonical/chat.ts";
import { kindOfAddress, kindOfType } from "../metering/medium-tokens.ts";
import type { ChatCapability } from "../providers/provider.ts";
import { RelayError, shortageError } from "../relay-error.ts";

/** Fetches an address that a caller wrote into a prompt, through the guarded client (security-and-money.md, list S). */
export type FetchMedia = (url: string) => Promise<{ mediaType: string; bytes: Buffer }>;

/** More than any model takes; each costs a connection. */
const fetchedMost = 20;
/** More than these are not held in memory before their sum is known. */
const atOnce = 4;
/** Of all addresses of one call together, as much as a body may have. */
const bytesMost = 32 * 1024 * 1024;

/** Addresses in a call that the upstream does not fetch itself; undefined if there are none, which is nearly always. */
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
 * What was reserved follows from what the request says of the address, and from its ending: a picture that proves to be a film would cost a
 * hundred times as much.
 * @throws Error saying what came instead
 */
function refuseDearer({ type, source }: ImageBlock | FileBlock, found: string): void {
  if (source.kind !== "url") return;
  const came = kindOfType(found);
  const isDearer = came === "film" || came === "sound" || (type === "image" && found === "application/pdf");
  if (!isDearer || came === kindOfAddress(source.url) || came === kindOfType(source.mediaType ?? "text/"))
    return;
  throw new Error(`it holds ${found}, which neither its address nor the request says`);
}

/**
 * Replaces addresses by what they hold, counted in `memory`.
 * @throws RelayError `invalid_request` naming the address; `memory_share_exceeded`, `unavailable`
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
  const asked = new Map<string, Promise<{ mediaType: string; bytes: Buffer }>>();
  const inline = async (block: ImageBlock | FileBlock): Promise<void> => {
    if (block.source.kind !== "url") return;
    const { url } = block.source;
    let question = asked.get(url);
    if (!question) asked.set(url, (question = fetchWithin(url)));
    try {
      const { mediaType, bytes } = await question;
      refuseDearer(block, mediaType);
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
  // A failure ends the call; what the others have begun ends by itself.
  await Promise.all(Array.from({ length: atOnce }, () => work().finally(() => left.splice(0))));
}

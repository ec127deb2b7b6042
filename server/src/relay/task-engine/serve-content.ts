import type { AdmittedCall } from "../admission/admit-request.ts";
import type { MemoryAccount } from "../../platform/memory-budget.ts";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import { RelayError } from "../relay-error.ts";
import type { UpstreamAnswer, UpstreamRequest } from "../providers/provider.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { callPlatform, type PlatformAnswer } from "./call-platform.ts";
import { addChannelHeaders } from "../upstream/channel-headers.ts";
import type { UpstreamTarget } from "../upstream/upstream-call.ts";
import { targetOf } from "../upstream/upstream-target.ts";
import { taskPlatforms } from "../tasks/registry.ts";
import type { EngineDependencies } from "./engine.ts";
import { readStored } from "./stored-texts.ts";

/** Bytes of one file: minutes of video. */
const contentMost = 2 * 1024 * 1024 * 1024;
const redirectsMost = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** What a file of a result may be. Anything else could be a page that runs on our origin. */
const mediaType = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)$/;
const contentLimits = { firstByteTimeout: 60, idleTimeout: 60, totalTimeout: 1800 };

/** The response, and the memory account of its buffered bytes. */
export interface ContentReply extends Pick<AdmittedCall, "reply" | "headers"> {
  memory: MemoryAccount;
}

/** Sends a file of a result through this server. @throws RelayError if there is none, or it is no medium */
export async function serveContent(
  dependencies: EngineDependencies,
  row: TaskRow,
  variant: string | undefined,
  { reply, headers, memory }: ContentReply,
): Promise<void> {
  const way = await findContent(dependencies, row, variant, memory);
  if (!way) throw missing(row.task_id);
  if ("bytes" in way) return sendBytes(way, { reply, headers });
  let { request, target } = way;
  for (let turn = 0; turn <= redirectsMost; turn++) {
    const next = await stream(dependencies, request, target, { reply, headers });
    if (next === undefined) return;
    // The platform's address is fetched without the channel's key, from public hosts only.
    request = { method: "GET", url: URL.parse(next, request.url)?.href ?? "", headers: {} };
    target = publicTarget(target);
  }
  throw new RelayError("upstream_error", "The file has too many redirects.");
}

function missing(taskId: string): RelayError {
  return new RelayError("state_not_found", `The task '${taskId}' has no such file.`);
}

/** Where the bytes of a file are fetched, or the bytes that the channel's answer held. */
type Way = { request: UpstreamRequest; target: UpstreamTarget } | HeldFile;
interface HeldFile {
  mediaType: string;
  bytes: Buffer;
}

async function findContent(
  dependencies: EngineDependencies,
  row: TaskRow,
  variant: string | undefined,
  memory: MemoryAccount,
): Promise<Way | undefined> {
  const platform = taskPlatforms.find(({ id }) => id === row.platform);
  const channel =
    dependencies.snapshots.current().channel(row.channel_id) ??
    (await dependencies.loadChannel(row.channel_id));
  const provider = channel && dependencies.findProvider(channel.type);
  if (!platform?.contentOf || !channel || !provider) return undefined;
  const keyIndex = row.channel_key < channel.keys.length ? row.channel_key : 0;
  const target: UpstreamTarget = { ...targetOf({ channel, provider }), ...contentLimits };
  const view = await dependencies.tokens.withToken(
    dependencies.views.view(channel, provider, keyIndex),
    provider,
    target,
  );
  if ("kind" in view) throw new RelayError("upstream_error", "The file cannot be fetched now.");
  const place = platform.contentOf(readStored(row.result), row.upstream_id, variant, {
    ...view,
    type: channel.type,
  });
  if (!place) return undefined;
  if ("request" in place && !place.open) {
    addChannelHeaders(place.request, channel);
    return { request: place.request, target };
  }
  const found =
    "url" in place
      ? place
      : openAnswer(
          await callPlatform(dependencies, platform, { channel, keyIndex, memory }, () => place.request),
          place.open,
        );
  if ("bytes" in found) return found;
  return { request: { method: "GET", url: found.url, headers: {} }, target: publicTarget(target) };
}

type FileReader = (answer: UpstreamAnswer) => { url: string } | HeldFile;

/** @throws RelayError */
function openAnswer(received: PlatformAnswer, open: FileReader | undefined): { url: string } | HeldFile {
  if (!open || "problem" in received)
    throw new RelayError("upstream_error", "The file cannot be fetched now.");
  try {
    return open(received.answer);
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    throw new RelayError("upstream_error", "The file is no longer available at the platform.");
  }
}

function sendBytes(
  { mediaType: type, bytes }: HeldFile,
  { reply, headers }: Pick<AdmittedCall, "reply" | "headers">,
): void {
  if (!mediaType.test(type))
    throw new RelayError("upstream_error", "The file is not an image, audio or video.");
  reply.head(200, contentHeaders(headers, type, String(bytes.length)));
  reply.end(bytes);
}

/** A guarded connection to an address that a platform returned. */
function publicTarget({ local: _local, ...target }: UpstreamTarget): UpstreamTarget {
  return { ...target, hostTrusted: false };
}

/** Streams the bytes. Returns the address of a redirect, or undefined after the whole file. @throws RelayError before the head was sent */
function stream(
  { upstream }: EngineDependencies,
  request: UpstreamRequest,
  target: UpstreamTarget,
  { reply, headers }: Pick<AdmittedCall, "reply" | "headers">,
): Promise<string | undefined> {
  const url = URL.parse(request.url);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw new RelayError("upstream_error", "The platform returned no web address for the file.");
  request.headers["accept-encoding"] = "identity";
  return new Promise((resolve, reject) => {
    let length = 0;
    let began = false;
    let over = false;
    const rejectCall = (sentence: string): void => {
      if (over) return;
      over = true;
      call.cancel();
      // Abort the response: a partial file must not look complete.
      if (began) {
        reply.abort();
        resolve(undefined);
      } else reject(new RelayError("upstream_error", sentence));
    };
    const call = upstream.call(request, target, {
      onHead(status, found) {
        const location = found["location"];
        if (redirects.has(status) && location !== undefined) {
          over = true;
          queueMicrotask(() => call.cancel());
          resolve(location);
          return;
        }
        const type = (found["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
        if (status !== 200)
          queueMicrotask(() => rejectCall("The file is no longer available at the platform."));
        else if (!mediaType.test(type))
          queueMicrotask(() => rejectCall("The file is not an image, audio or video."));
        else {
          began = true;
          reply.head(200, contentHeaders(headers, type, found["content-length"]));
        }
      },
      onData(chunk) {
        if (over || !began) return;
        length += chunk.length;
        if (length > contentMost) rejectCall("The file is too large.");
        else if (!reply.write(chunk)) call.pause();
      },
      onEnd() {
        if (over || !began) return;
        over = true;
        reply.end();
        resolve(undefined);
      },
      onFail: () => rejectCall("The file cannot be fetched now."),
    });
    reply.onDrain(() => call.resume());
    reply.onClose(() => rejectCall("The caller left."));
    if (reply.closed) rejectCall("The caller left.");
  });
}

/** Headers that make browsers treat it as media only. */
function contentHeaders(
  headers: Record<string, string>,
  type: string,
  length: string | undefined,
): Record<string, string> {
  return {
    ...headers,
    "content-type": type,
    ...(length !== undefined && /^\d+$/.test(length) && { "content-length": length }),
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "private, max-age=3600",
  };
}

import type { UsageCounts } from "@tollgate/contract/cost";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { ChatCall, ChatResult } from "../canonical/chat.ts";
import type { ChatStreamPart } from "../canonical/chat-stream.ts";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { FormatId } from "../format-ids.ts";

/** What an adapter may know of a channel: address, one key, options. Filled by the pipeline. */
export interface ChannelView {
  /** Without trailing slash; the descriptor's default where the channel names none. */
  baseUrl: string;
  key: string;
  /** Custom headers of the channel; the pipeline adds them to every request, before the adapter's own authorisation. */
  headers: Record<string, string>;
  /** Region, version …: its meaning is in the descriptor. */
  other: string;
  plugin: Record<string, Record<string, unknown>>;
  /** The channel's custom parameters: merged into the body where the caller said nothing. */
  customParameters: Record<string, unknown>;
}

/** A request as it goes upstream. The pipeline adds content-length, proxy, time limits and the channel's custom headers. */
export interface UpstreamRequest {
  method: "GET" | "POST";
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Fields of the call that this upstream cannot take; named to the caller in `x-tollgate-dropped` (D13). */
  dropped?: string[];
}

/** One server-sent event, without framing. `event` is empty where the upstream names none. */
export interface UpstreamEvent {
  event: string;
  data: string;
}

/** A state machine: events in, parts out. Synchronous on purpose: no promise per event on the hot path. */
export interface StreamReader {
  read(event: UpstreamEvent): ChatStreamPart[];
  /** After the last byte. Returns what was still held back; never invents an `end`. */
  end(): ChatStreamPart[];
}

/** Translation of chat calls. Pure: no clock, no network. */
export interface ChatCapability {
  buildRequest(call: ChatCall, channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer if the body is not what the upstream promises. */
  readResponse(body: unknown, call: ChatCall): ChatResult;
  streamReader(call: ChatCall): StreamReader;
}

/** What the native path hands on: the caller's own bytes with nothing but the model renamed. */
export interface NativeCall {
  format: FormatId;
  model: string;
  stream: boolean;
  body: Buffer;
  /** Caller's headers that the format allows on (betas, versions); lower-case names. */
  headers: Record<string, string>;
}

/** Same wire format on both sides (D12): bytes are forwarded, usage is read in passing. */
export interface NativeCapability {
  formats: readonly FormatId[];
  buildRequest(call: NativeCall, channel: ChannelView): UpstreamRequest;
  /** Usage from a whole answer or one stream event; `previous` is what earlier events of the stream gave. Undefined: none in it. */
  readUsage(body: unknown, previous: UsageCounts | undefined): UsageCounts | undefined;
}

/** What an operator may ask of the account itself. */
export interface AccountCapability {
  buildModelList(channel: ChannelView): UpstreamRequest;
  /** @throws UnreadableAnswer */
  readModelList(body: unknown): string[];
}

/** Receives a local answer as if it came from the network. */
export interface LocalReply {
  head(status: number, headers: Record<string, string>): void;
  data(chunk: Buffer): void;
  end(): void;
}

/** An upstream inside this process (sandbox, D16). Returns a function that stops it. */
export type LocalUpstream = (request: UpstreamRequest, reply: LocalReply) => () => void;

export interface Provider {
  descriptor: ProviderDescriptor;
  chat?: ChatCapability;
  native?: NativeCapability;
  account?: AccountCapability;
  /** Set if the answers are made here instead of fetched. */
  local?: LocalUpstream;
  /** An error answer, or an error event of a 200 stream (then status 200), in our words. `headers` have lower-case names. */
  readProblem(status: number, body: string, headers: Record<string, string>): UpstreamProblem;
}

/** The upstream answered something that its protocol does not allow: HTML, an empty body, a half object. */
export class UnreadableAnswer extends Error {
  override name = "UnreadableAnswer";
}

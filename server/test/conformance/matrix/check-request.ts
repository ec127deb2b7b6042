import type { ChatCall } from "../../../src/relay/canonical/chat.ts";
import { findChatFormat } from "../../../src/relay/formats/registry.ts";
import { findMedia } from "../../../src/relay/request/inline-media.ts";
import { ownName } from "../../../src/relay/request/name-dropped-fields.ts";
import { CannotServe } from "../../../src/relay/providers/provider.ts";
import { RelayError } from "../../../src/relay/relay-error.ts";
import { type ChatDialect, type Feature, plainRequest } from "./features.ts";
import type { MatrixRow } from "./rows.ts";

/** Result for a feature: undefined if it arrives. */
export interface Loss {
  feature: string;
  because: string;
  /** It arrives in another form. */
  arrives?: boolean;
  /** The loss is not reported: a defect. */
  silent?: boolean;
}

/** Bytes that the gateway sends for a URL that the upstream does not fetch. */
const fetched = "RkVUQ0hFRA==";

interface Built {
  body: string;
  left: string[];
  fetches: boolean;
}

/** Translates a request with the feature, and returns what was lost. */
export function checkRequest(row: MatrixRow, format: ChatDialect, feature: Feature): Loss | undefined {
  const fields = feature.fields[format];
  if (fields === undefined) return undefined;
  const loss = (because: string, more: Partial<Loss> = {}): Loss => ({
    feature: feature.name,
    because,
    ...more,
  });
  const stream = feature.name === "streams";
  try {
    const plain = build(row, format, feature.baseline?.[format] ?? {}, stream);
    const built = build(row, format, fields, stream);
    const left = built.left.filter((name) => !plain.left.includes(name));
    if (left.length > 0) return loss(leftOut(left));
    if (built.fetches)
      return built.body.includes(fetched)
        ? loss("the gateway fetches the URL and sends the bytes", { arrives: true })
        : loss("lost without being named", { silent: true });
    const arrives = feature.words
      ? feature.words.every((word) => built.body.includes(word))
      : built.body !== plain.body;
    if (arrives) return undefined;
    // Fields that the format's plain request needs are named there already.
    return plain.left.length > 0
      ? loss(leftOut(plain.left))
      : loss("lost without being named", { silent: true });
  } catch (error) {
    if (error instanceof CannotServe) return loss(`rejected: ${error.message}`);
    if (error instanceof RelayError) return loss(`rejected: ${error.message}`);
    throw error;
  }
}

/** The names in `x-tollgate-dropped`. */
export function leftOut(names: readonly string[]): string {
  return `dropped: ${names.map((name) => `\`${name}\``).join(", ")}`;
}

function build(row: MatrixRow, format: ChatDialect, fields: object, stream: boolean): Built {
  const request = { ...plainRequest(format, row.model), ...fields };
  const { call, unread } = findChatFormat(format).parseRequest(request, row.model, {
    model: row.model,
    query: stream ? "alt=sse" : "",
    ...(stream && { stream }),
  });
  return send(row, format, request, call, unread);
}

/** Builds the upstream's request like the pipeline. */
export function send(
  { provider, channel }: MatrixRow,
  format: ChatDialect,
  fields: object,
  call: ChatCall,
  unread: readonly string[],
): Built {
  const { chat } = provider;
  if (chat === undefined) throw new Error("a row without chat");
  const media = findMedia(call, chat) ?? [];
  for (const block of media) block.source = { kind: "inline", mediaType: "image/png", data: fetched };
  const request = chat.buildRequest(call, channel);
  request.sign?.(request, 1_790_000_000_000);
  return {
    body: String(request.body),
    left: [
      ...unread,
      ...(request.dropped ?? []).map((name) => ownName(findChatFormat(format), fields, name)),
    ],
    fetches: media.length > 0,
  };
}

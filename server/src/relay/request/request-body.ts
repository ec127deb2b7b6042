import { requestCost, scanJson, type StringPlace } from "../canonical/json-cost.ts";
import type { MemoryAccount } from "../../platform/memory-budget.ts";
import { cutMedia } from "./cut-media.ts";
import type { CutMedia, RequestBody } from "../exchange.ts";
import { RelayError, shortageError } from "../relay-error.ts";

/** Deeper than any client sends; keeps later recursion shallow. */
const depthLimit = 128;
/** Smaller bodies are not searched for media. */
const plainBytes = 64 * 1024;

/** A body without cuts. */
export function wholeBody(whole: unknown, plainKeys = false): RequestBody {
  return { whole, outline: whole, cut: undefined, plainKeys };
}

/**
 * The JSON body of a chat. Long inline media are cut before parsing; the whole is parsed on demand.
 * @param bare also cut base64 that is not a data URL, see `cutMedia`
 * @throws RelayError `malformed_json`, `request_too_large`; `memory_share_exceeded`, `unavailable`
 */
export function readJson(bytes: Buffer, bare: boolean, memory: MemoryAccount): RequestBody {
  const long: StringPlace[] | undefined = bytes.length > plainBytes ? [] : undefined;
  const plainKeys = rejectStructure(bytes, memory, long);
  const cut = long && cutMedia(bytes, long, bare);
  return cut ? new CutBody(bytes, cut, plainKeys) : wholeBody(parse(bytes), plainKeys);
}

/** @throws RelayError `malformed_json`, `request_too_large`; `memory_share_exceeded`, `unavailable` */
export function parseJson(bytes: Buffer, memory: MemoryAccount): unknown {
  rejectStructure(bytes, memory);
  return parse(bytes);
}

/** Cheaper bodies are not counted in memory: parsed, they are no larger than a connection's buffers. */
const uncountedCost = 500_000;

/** Everything that parses a body again later parses these bytes, so one count covers it. Returns `RequestBody.plainKeys`. */
function rejectStructure(bytes: Buffer, memory: MemoryAccount, long?: StringPlace[]): boolean {
  const { cost, depth, plainKeys } = scanJson(bytes, requestCost, depthLimit, long);
  if (depth > depthLimit)
    throw new RelayError("malformed_json", `The body nests deeper than ${depthLimit} levels.`);
  if (cost > requestCost) throw tooManyValues();
  // Heap bytes per nanosecond of parsing are at most one: an empty object takes 64 bytes, a number 16.
  const shortage = cost > uncountedCost ? memory.acquire(cost) : undefined;
  if (shortage) throw shortageError(shortage);
  return plainKeys;
}

/** The error for JSON that is too expensive to parse. */
export function tooManyValues(what = "The body"): RelayError {
  return new RelayError(
    "request_too_large",
    `${what} holds too many JSON values. Send fewer objects, lists, keys or numbers in one request.`,
  );
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new RelayError("malformed_json", "The body is not valid JSON.");
  }
}

/**
 * A body with other bytes: those of its outline if media were cut from it. `raw` is the whole, with the media restored.
 */
export function changedBody({ cut }: RequestBody, bytes: Buffer): { body: RequestBody; raw: Buffer } {
  if (!cut) return { body: wholeBody(parse(bytes)), raw: bytes };
  const raw = Buffer.concat(cut.fill(bytes));
  const changed: CutMedia = {
    bytes,
    lengthOf: (text) => cut.lengthOf(text),
    fill: (rewritten) => cut.fill(rewritten),
  };
  return { body: new CutBody(raw, changed, false), raw };
}

class CutBody implements RequestBody {
  readonly outline: unknown;
  readonly cut: CutMedia;
  readonly plainKeys: boolean;
  #bytes: Buffer;
  #whole: { value: unknown } | undefined;

  constructor(bytes: Buffer, cut: CutMedia, plainKeys: boolean) {
    this.#bytes = bytes;
    this.cut = cut;
    this.plainKeys = plainKeys;
    this.outline = parse(cut.bytes);
  }

  get whole(): unknown {
    this.#whole ??= { value: parse(this.#bytes) };
    return this.#whole.value;
  }
}

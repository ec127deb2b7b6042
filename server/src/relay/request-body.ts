import { requestCost, scanJson, type StringPlace } from "./canonical/json-cost.ts";
import { cutMedia } from "./cut-media.ts";
import type { CutMedia, RequestBody } from "./exchange.ts";
import { RelayError } from "./relay-error.ts";

/** Deeper JSON than any client sends; recursion further on stays shallow. */
const depthLimit = 128;
/** In smaller bodies nothing is worth cutting. */
const plainBytes = 64 * 1024;

/** A body of which nothing was cut. */
export function wholeBody(whole: unknown): RequestBody {
  return { whole, outline: whole, cut: undefined };
}

/**
 * The JSON body of a chat. Long inline media are cut out before anything is parsed; the whole is parsed when it is asked for.
 * @param bare base64 that is no data URL is cut as well, see `cutMedia`
 * @throws RelayError `malformed_json`, `request_too_large`
 */
export function readJson(bytes: Buffer, bare: boolean): RequestBody {
  if (bytes.length <= plainBytes) return wholeBody(parseJson(bytes));
  const long: StringPlace[] = [];
  refuseStructure(bytes, long);
  const cut = cutMedia(bytes, long, bare);
  return cut ? new CutBody(bytes, cut) : wholeBody(parse(bytes));
}

/** @throws RelayError `malformed_json`, `request_too_large` */
export function parseJson(bytes: Buffer): unknown {
  refuseStructure(bytes);
  return parse(bytes);
}

/** Everything that parses a body again later parses these bytes, so that one count covers it. */
function refuseStructure(bytes: Buffer, long?: StringPlace[]): void {
  const { cost, depth } = scanJson(bytes, requestCost, depthLimit, long);
  if (depth > depthLimit)
    throw new RelayError("malformed_json", `The body nests deeper than ${depthLimit} levels.`);
  if (cost > requestCost) throw tooManyValues();
}

/** What a caller is told whose JSON is too expensive to parse. */
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

class CutBody implements RequestBody {
  readonly outline: unknown;
  readonly cut: CutMedia;
  #bytes: Buffer;
  #whole: { value: unknown } | undefined;

  constructor(bytes: Buffer, cut: CutMedia) {
    this.#bytes = bytes;
    this.cut = cut;
    this.outline = parse(cut.bytes);
  }

  get whole(): unknown {
    this.#whole ??= { value: parse(this.#bytes) };
    return this.#whole.value;
  }
}

import type { ClientDialect } from "./client-dialect.ts";
import { findEndpoint, fixedPaths, geminiActions, methodsOf, type RelayEndpoint } from "./endpoint-table.ts";
import type { FormatId } from "../format-ids.ts";
import { RelayError } from "../relay-error.ts";

export interface MissingEndpoint {
  error: RelayError;
  /** The caller's format, inferred from the path. */
  format: FormatId;
  /** Value of `Allow`, for a path with other methods. */
  allow: string | undefined;
}

/** Longer paths are not compared. */
const pathMost = 500;
const segmentsMost = 16;

const version = /^v\d{1,2}(?:alpha|beta)?\d?$/i;
/** Prefixes of base URLs: those of other gateways, and calls that a client appended to its base URL. */
const prefixes = new Set(
  "api openai anthropic claude gemini google compatible-mode chat completions messages responses embeddings models".split(
    " ",
  ),
);
/** Prefixes followed by a name: Azure's and Vertex's URLs. */
const namedPrefixes = new Set(["deployments", "engines", "projects", "locations", "publishers"]);

/** Anthropic's batches, which are not a misspelling of OpenAI's. */
const batches = /^(?:\/claude)?\/v1\/messages\/batches(?:\/|$)/;

const action = /^(?:\/gemini)?\/v1(?:alpha|beta)?\/models\/.*:[A-Za-z]+$/;

/** Paths reduced to their letters, so that another case, a missing plural or another separator still matches. */
const byLetters = new Map(
  fixedPaths.filter((path) => path.startsWith("/v1/")).map((path) => [lettersOf(path.slice(4)), path]),
);

function lettersOf(path: string): string {
  return path
    .toLowerCase()
    .split("/")
    .map((segment) => segment.replace(/[^a-z0-9]/g, "").replace(/s$/, ""))
    .join("");
}

/** True for a path outside the relay's own that was meant for the relay (`/chat/completions`, `//v1/models`, `/api/v1/messages`). */
export function isMistyped(path: string): boolean {
  if (path.length < 2 || path.startsWith("/assets/") || isConsoleApi(path)) return false;
  return isBaseUrl(path) || suggest(path, undefined, undefined) !== undefined;
}

/** True for a client's base URL (`/v1`, `/openai/v1/`). */
function isBaseUrl(path: string): boolean {
  if (path.length > pathMost) return false;
  const segments = segmentsOf(path);
  return version.test(segments.at(-1) ?? "") && tailsOf(segments).length === segments.length;
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Below `/api` everything belongs to the console, except for a version, a vendor or a chat call. */
function isConsoleApi(path: string): boolean {
  if (!path.startsWith("/api/")) return false;
  const [, , second = "", third = ""] = path.split("/", 4);
  const isVendor = /^(?:openai|anthropic|claude|gemini|google)$/i.test(second);
  return !isVendor && !version.test(second) && !(second === "chat" && third === "completions");
}

/**
 * The error for a request without an endpoint: suggests the probable URL, or the methods of the path.
 * @param path without query
 */
export function explainMissing(method: string, path: string, dialect: ClientDialect): MissingEndpoint {
  const shown = `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
  // A POST with an unknown model action gets no advice to use GET.
  const isAction = method === "POST" && action.test(path);
  const methods = isAction ? [] : methodsOf(path);
  const exact = suggest(path, method, dialect);
  const format = formatOfPath(exact ?? path, dialect);
  if (!exact && methods.length > 0)
    return {
      error: new RelayError(
        "method_not_allowed",
        `${path} does not take ${method}. Use ${methods.join(" or ")}.`,
      ),
      format,
      allow: [...methods, "OPTIONS"].join(", "),
    };
  const found = exact ?? (isAction ? undefined : suggest(path, undefined, dialect));
  const error = (sentence: string): RelayError => new RelayError("endpoint_not_found", sentence);
  const missing = `There is no endpoint ${shown}.`;
  if (!found) return { error: error(`${missing} ${hintFor(path)}`.trim()), format, allow: undefined };
  const taken = methodsOf(found);
  const use = `${taken.includes(method) ? method : taken[0]} ${found}`;
  const advice = isSpeltWrong(path, found) ? "" : ` ${baseUrlOf(found)}`;
  return {
    error: error(`${missing} Use ${use}.${advice}`),
    format: formatOfPath(found, dialect),
    allow: undefined,
  };
}

/** The nearest endpoint, with `method` if given; undefined: none is near. */
function suggest(path: string, method: string | undefined, dialect: ClientDialect): string | undefined {
  if (path.length > pathMost || batches.test(path)) return undefined;
  const segments = segmentsOf(path);
  if (segments.length === 0 || segments.length > segmentsMost) return undefined;
  const tails = tailsOf(segments);
  const takes = (found: string): boolean => {
    const methods = found === path ? [] : methodsOf(found);
    return method === undefined ? methods.length > 0 : methods.includes(method);
  };
  for (const tail of tails) {
    const found = versionsOf(tail, dialect).find(takes);
    if (found !== undefined) return found;
  }
  for (const tail of tails) {
    const found = byLetters.get(lettersOf(tail));
    if (found !== undefined && takes(found)) return found;
  }
  return undefined;
}

/** The path, and what remains of it after removing each prefix. */
function tailsOf(segments: readonly string[]): string[] {
  const tails: string[] = [];
  let index = 0;
  while (index < segments.length) {
    tails.push(segments.slice(index).join("/"));
    const segment = (segments[index] ?? "").toLowerCase();
    if (namedPrefixes.has(segment)) index += 2;
    else if (prefixes.has(segment) || version.test(segment)) index += 1;
    else break;
  }
  return tails;
}

function versionsOf(tail: string, dialect: ClientDialect): string[] {
  const gemini = dialect === "gemini" || /^models\/.+:[A-Za-z]+$/.test(tail);
  return gemini ? [`/${tail}`, `/v1beta/${tail}`, `/v1/${tail}`] : [`/${tail}`, `/v1/${tail}`];
}

/** True if the base URL is correct and only the rest of the path is wrong. */
function isSpeltWrong(path: string, found: string): boolean {
  const written = segmentsOf(path);
  const right = segmentsOf(found);
  return !path.startsWith("//") && written.length === right.length && written[0] === right[0];
}

function baseUrlOf(path: string): string {
  switch (formatOfPath(path, undefined)) {
    case "anthropic-messages":
      return "The base URL of an Anthropic client is the address of this server without a path.";
    case "gemini-generate":
      return "The base URL of a Gemini client is the address of this server without a path.";
    default:
      return "The base URL of an OpenAI client is the address of this server followed by /v1.";
  }
}

/** A hint if no endpoint is near. */
function hintFor(path: string): string {
  if (isBaseUrl(path))
    return "It is a base URL. Calls go to addresses such as POST /v1/chat/completions and GET /v1/models.";
  if (batches.test(path)) return "Message batches are not offered. Send each message to POST /v1/messages.";
  if (action.test(path)) return `A model takes one of: ${geminiActions.join(", ")}.`;
  return "";
}

/** The format of errors for an endpoint, or for an unknown path. */
export function errorFormatOf(
  endpoint: RelayEndpoint | undefined,
  path: string,
  dialect: ClientDialect,
): FormatId {
  switch (endpoint?.serves) {
    case "call":
      return endpoint.format;
    case "count-tokens":
      return dialectFormats[endpoint.format];
    case "models":
    case "model":
      return shapeFormats[endpoint.shape];
    default:
      return formatOfPath(path, dialect);
  }
}

const dialectFormats = {
  "anthropic-count-tokens": "anthropic-messages",
  "gemini-count-tokens": "gemini-generate",
  "openai-count-tokens": "openai-responses",
} as const;

const shapeFormats = {
  openai: "openai-chat",
  anthropic: "anthropic-messages",
  gemini: "gemini-generate",
} as const;

function formatOfPath(path: string, dialect: ClientDialect): FormatId {
  const posted = findEndpoint("POST", path, "", undefined);
  if (posted?.serves === "call" || posted?.serves === "count-tokens")
    return errorFormatOf(posted, path, dialect);
  if (dialect === "anthropic" || /^\/(?:claude|anthropic)\/|^\/v1\/messages(?:\/|$)/.test(path))
    return "anthropic-messages";
  if (dialect === "gemini" || /^\/(?:gemini|v1beta|v1alpha)(?:\/|$)/.test(path) || action.test(path))
    return "gemini-generate";
  return "openai-chat";
}

import type { ClientDialect } from "./client-dialect.ts";
import type { FormatId } from "../format-ids.ts";
import type { PathParams } from "../formats/format.ts";
import { ownCalls } from "../providers/registry.ts";
import type { TaskPlatform, TaskRoute } from "../tasks/platform.ts";
import { taskPlatforms } from "../tasks/registry.ts";

/** The API whose shape the model list has. */
export type ModelListShape = "openai" | "anthropic" | "gemini";

/** How a prompt is counted, by dialect. */
export type CountFormat = "anthropic-count-tokens" | "gemini-count-tokens" | "openai-count-tokens";

/** What a path of the relay serves. */
export type RelayEndpoint =
  | { serves: "call"; format: FormatId; path?: PathParams }
  /** Counts a prompt of a dialect without answering it; free. */
  | { serves: "count-tokens"; format: CountFormat; path: PathParams }
  | { serves: "models"; shape: ModelListShape }
  | { serves: "model"; shape: ModelListShape; id: string }
  /** The balance, as clients of One API query it. */
  | { serves: "billing"; what: "subscription" | "usage" }
  /** Passed on unchanged to a channel that the caller names. */
  | { serves: "raw"; path: string }
  | { serves: "realtime"; path: PathParams }
  /** A call to a platform whose calls finish minutes later. */
  | { serves: "task"; platform: TaskPlatform; route: TaskRoute }
  /** A file of a task's result, at our own URL. */
  | { serves: "task-content"; taskId: string; variant: string };

/** Paths that accept calls. */
const calls: Record<string, FormatId> = {
  "/v1/chat/completions": "openai-chat",
  "/v1/completions": "openai-completions",
  "/v1/responses": "openai-responses",
  "/v1/responses/compact": "openai-responses-compact",
  "/v1/messages": "anthropic-messages",
  "/claude/v1/messages": "anthropic-messages",
  "/v1/embeddings": "openai-embeddings",
  "/v1/moderations": "openai-moderations",
  "/v1/images/generations": "openai-images",
  "/v1/images/edits": "openai-image-edits",
  "/v1/images/variations": "openai-image-variations",
  "/v1/audio/speech": "openai-speech",
  "/v1/audio/transcriptions": "openai-transcriptions",
  "/v1/audio/translations": "openai-translations",
  "/v1/rerank": "cohere-rerank",
  "/v2/rerank": "cohere-rerank",
  ...Object.fromEntries(ownCalls.flatMap(({ formats }) => Object.entries(formats))),
};

const endpoints = new Map<string, RelayEndpoint>(
  Object.entries(calls).map(([path, format]) => [path, { serves: "call", format }]),
);

const counts: Record<string, CountFormat> = {
  "/v1/messages/count_tokens": "anthropic-count-tokens",
  "/claude/v1/messages/count_tokens": "anthropic-count-tokens",
  "/v1/responses/input_tokens": "openai-count-tokens",
};

/** Paths without a variable part, which are compared with misspelt ones. */
export const fixedPaths: readonly string[] = [...Object.keys(calls), ...Object.keys(counts), "/v1/models"];

/** Calls that only the account which created their objects can answer. */
const rawRoots = ["files", "fine_tuning", "assistants", "threads", "batches", "vector_stores", "responses"];
/** The last colon precedes the action; a model's name may contain others (`llama3:8b`). */
const geminiPath = /^(?:\/gemini)?\/(v1(?:alpha|beta)?)\/models\/(.+):([A-Za-z]+)$/;
const geminiList = /^(?:\/gemini\/v1(?:alpha|beta)?|\/v1(?:alpha|beta))\/models(?:\/(.+))?$/;
/** Actions of a model that accept a POST. */
export const geminiActions = [
  "generateContent",
  "streamGenerateContent",
  "countTokens",
  "embedContent",
  "batchEmbedContents",
] as const;
/** Paths below a stored response, by method. */
const responsePath = /^\/v1\/responses\/[^/]+(?:\/(cancel|input_items))?$/;

/** Undefined: no endpoint of the relay. `query` is without `?`; `dialect` chooses the shape of the model list. */
export function findEndpoint(
  method: string,
  path: string,
  query: string,
  dialect: ClientDialect,
): RelayEndpoint | undefined {
  if (method === "POST") {
    const known = endpoints.get(path);
    if (known) return known;
    const count = Object.hasOwn(counts, path) ? counts[path] : undefined;
    if (count) return { serves: "count-tokens", format: count, path: { query } };
    const gemini = geminiPath.exec(path);
    if (gemini) return findGeminiCall(gemini, query);
  } else if (method === "GET") {
    const found = findReading(path, query, dialect);
    if (found) return found;
  }
  return findTaskCall(method, path) ?? (isRaw(method, path) ? { serves: "raw", path } : undefined);
}

/** The task platform of a path; undefined for most. */
export function taskPlatformOf(path: string): TaskPlatform | undefined {
  return taskPlatforms.find(({ roots }) => roots.some((root) => isBelow(path, root)));
}

const contentPath = /^\/task-content\/([A-Za-z0-9_-]{1,100})\/([A-Za-z0-9._-]{1,100})$/;

function findTaskCall(method: string, path: string): RelayEndpoint | undefined {
  if (method === "GET") {
    const [, taskId, variant] = contentPath.exec(path) ?? [];
    if (taskId !== undefined && variant !== undefined) return { serves: "task-content", taskId, variant };
  }
  for (const platform of taskPlatforms) {
    const route = platform.roots.some((root) => isBelow(path, root))
      ? platform.route(method, path)
      : undefined;
    if (route && staysBelow(path)) return { serves: "task", platform, route };
  }
  return undefined;
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === "/");
}

function findGeminiCall(
  [, version = "", name = "", action = ""]: RegExpExecArray,
  query: string,
): RelayEndpoint | undefined {
  const path: PathParams = { model: decodePart(name), version, action, query };
  switch (action) {
    case "generateContent":
      return { serves: "call", format: "gemini-generate", path };
    case "streamGenerateContent":
      return { serves: "call", format: "gemini-generate", path: { ...path, stream: true } };
    case "embedContent":
    case "batchEmbedContents":
      return { serves: "call", format: "gemini-embed", path };
    case "countTokens":
      return { serves: "count-tokens", format: "gemini-count-tokens", path };
    default:
      return undefined;
  }
}

function findReading(path: string, query: string, dialect: ClientDialect): RelayEndpoint | undefined {
  const shape = dialect ?? "openai";
  if (path === "/v1/models") return { serves: "models", shape };
  if (isAction(path)) return undefined;
  if (path.startsWith("/v1/models/") && path.length > "/v1/models/".length)
    return { serves: "model", shape, id: decodePart(path.slice("/v1/models/".length)) };
  if (path === "/claude/v1/models") return { serves: "models", shape: "anthropic" };
  const gemini = geminiList.exec(path);
  if (gemini) {
    const [, id] = gemini;
    return id === undefined
      ? { serves: "models", shape: "gemini" }
      : { serves: "model", shape: "gemini", id: decodePart(id) };
  }
  if (path === "/v1/realtime")
    return { serves: "realtime", path: { query, model: new URLSearchParams(query).get("model") ?? "" } };
  const billing = /^(?:\/v1)?\/dashboard\/billing\/(subscription|usage)$/.exec(path);
  return billing ? { serves: "billing", what: billing[1] as "subscription" | "usage" } : undefined;
}

/** True for a path with the action of a Gemini model, which accepts a POST. */
function isAction(path: string): boolean {
  const action = geminiPath.exec(path)?.[3];
  return action !== undefined && (geminiActions as readonly string[]).includes(action);
}

function isRaw(method: string, path: string): boolean {
  if (fixedPaths.includes(path)) return false;
  if (ownModelOf(method, path) !== undefined) return true;
  if (method === "DELETE" && path.startsWith("/v1/models/")) return staysBelow(path);
  const root = /^\/v1\/([a-z_]+)(?:\/|$)/.exec(path)?.[1];
  return (
    root !== undefined && rawRoots.includes(root) && methodsOfRaw(path).includes(method) && staysBelow(path)
  );
}

function methodsOfRaw(path: string): readonly string[] {
  const response = responsePath.exec(path);
  if (!response) return ["GET", "POST", "DELETE"];
  if (response[1] === "cancel") return ["POST"];
  return response[1] === "input_items" ? ["GET"] : ["GET", "DELETE"];
}

/** False for paths that an upstream, or a proxy before it, would normalize to another path. */
function staysBelow(path: string): boolean {
  try {
    return path
      .slice(1)
      .split("/")
      .map(decodeURIComponent)
      .every((part) => part !== "" && part !== "." && part !== ".." && !/[/\\?#]/.test(part));
  } catch {
    return false;
  }
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Methods of a path, as the header `Allow` lists them; empty for a path without an endpoint. */
export function methodsOf(path: string): string[] {
  const methods = ["GET", "POST", "DELETE"].filter(
    (method) => findEndpoint(method, path, "", undefined) !== undefined,
  );
  const reading = findEndpoint("GET", path, "", undefined);
  return reading && takesHead(reading) ? ["GET", "HEAD", ...methods.slice(1)] : methods;
}

/** True for lists and their items, which also answer `HEAD`. */
export function takesHead({ serves }: RelayEndpoint): boolean {
  return serves === "models" || serves === "model" || serves === "billing";
}

/** The model whose price applies to a vendor's own raw call; undefined for every other call. */
export function ownModelOf(method: string, path: string): string | undefined {
  for (const own of ownCalls) {
    const model = own.modelOf(method, path);
    if (model !== undefined) return model;
  }
  return undefined;
}

/** True for calls that have a price. */
export function isCharged(endpoint: RelayEndpoint, path: string): boolean {
  const { serves } = endpoint;
  if (serves === "task") return isPaidRoute(endpoint.route);
  return (
    serves === "call" || (serves === "raw" && ownCalls.some(({ prefix }) => path.startsWith(`${prefix}/`)))
  );
}

/** True for calls to a task platform that cost money; reading results is free. */
export function isPaidRoute({ does }: TaskRoute): boolean {
  return does === "submit" || does === "call";
}

/** First path segments of the relay; the console has all others. */
export const relayPrefixes = [
  "/v1",
  "/v2",
  "/v1beta",
  "/v1alpha",
  "/claude",
  "/gemini",
  "/dashboard/billing",
  "/task-content",
  ...ownCalls.map(({ prefix }) => prefix),
];

/** True for paths of the relay. */
export function isRelayPath(path: string): boolean {
  // Nearly every call, without a search.
  if (path.startsWith("/v1/")) return true;
  return relayPrefixes.some((prefix) => isBelow(path, prefix)) || taskPlatformOf(path) !== undefined;
}

import type { FormatId } from "./format-ids.ts";

/** What a path of the relay serves: calls in a wire format, or a list of models. */
export type RelayEndpoint = { serves: "chat"; format: FormatId } | { serves: "models" } | { serves: "model" };

/** Method and path → what is served. Paths are matched exactly; `/v1/models/` takes the rest as the model's name. */
const chat: Record<string, RelayEndpoint> = {
  "/v1/chat/completions": { serves: "chat", format: "openai-chat" },
};

/** Undefined: no endpoint of the relay. */
export function findEndpoint(method: string, path: string): RelayEndpoint | undefined {
  if (method === "POST") return Object.hasOwn(chat, path) ? chat[path] : undefined;
  if (method !== "GET") return undefined;
  if (path === "/v1/models") return { serves: "models" };
  if (path.startsWith("/v1/models/")) return { serves: "model" };
  return undefined;
}

/** Paths that belong to the relay; the rest is the console's. */
export function isRelayPath(path: string): boolean {
  return path.startsWith("/v1/") || path === "/v1";
}

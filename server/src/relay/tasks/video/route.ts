import type { TaskRoute } from "../platform.ts";

const paths = /^\/v1\/videos(?:\/([A-Za-z0-9_-]+)(?:\/(content|remix))?)?$/;

/** The paths of OpenAI's videos. The variant of a content is in the query. */
export function route(method: string, path: string): TaskRoute | undefined {
  const match = paths.exec(path);
  if (!match) return undefined;
  const [, id, part] = match;
  if (id === undefined) {
    if (method === "POST") return { does: "submit", action: "create" };
    return method === "GET" ? { does: "list" } : undefined;
  }
  if (part === "remix")
    return method === "POST" ? { does: "submit", action: "remix", continues: id } : undefined;
  if (part === "content") return method === "GET" ? { does: "content", id } : undefined;
  if (method === "GET") return { does: "read", id };
  return method === "DELETE" ? { does: "delete", id } : undefined;
}

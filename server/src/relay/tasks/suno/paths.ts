import type { TaskRoute } from "../platform.ts";

export const roots = ["/suno"];

export const notifyPath = "/suno/notify";

const parts = /^\/suno\/(submit|fetch|content)(?:\/([A-Za-z0-9_-]{1,64}))?(?:\/([A-Za-z0-9_-]{1,64}))?$/;

/** Meaning of a path of the family's Suno API. */
export function route(method: string, path: string): TaskRoute | undefined {
  if (path === notifyPath) return method === "POST" ? { does: "notify" } : undefined;
  const [found, folder, name, variant] = parts.exec(path) ?? [];
  if (found === undefined) return undefined;
  if (folder === "content")
    return method === "GET" && name !== undefined && variant !== undefined
      ? { does: "content", id: name, variant }
      : undefined;
  if (variant !== undefined) return undefined;
  if (folder === "fetch" && method === "GET" && name !== undefined) return { does: "read", id: name };
  if (folder === "fetch" && method === "POST" && name === undefined) return { does: "list" };
  const isAction = name === "music" || name === "lyrics";
  return folder === "submit" && method === "POST" && isAction ? { does: "submit", action: name } : undefined;
}

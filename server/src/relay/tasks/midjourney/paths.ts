import type { TaskRoute } from "../platform.ts";

/** `/mj/…`, and the same behind a prefix that names the mode: `/mj-turbo/mj/…`. */
export const roots = ["/mj", "/mj-fast", "/mj-relax", "/mj-turbo"];

export const notifyPath = "/mj/notify";

/** Last segment of the path, and the name of the call. */
export const imageSeed = "image-seed";

const parts = /^(?:\/mj-(fast|relax|turbo))?\/mj\/([a-z-]+)(?:\/([A-Za-z0-9_-]{1,64}))?(?:\/([a-z-]+))?$/;

const submissions: ReadonlySet<string> = new Set([
  "imagine",
  "change",
  "simple-change",
  "action",
  "modal",
  "describe",
  "blend",
  "shorten",
]);

/** Meaning of a path of the family's Midjourney API. */
export function route(method: string, path: string): TaskRoute | undefined {
  const [found, mode, folder = "", name = "", rest = ""] = parts.exec(path) ?? [];
  if (found === undefined) return undefined;
  const atMode = mode === undefined ? {} : { mode };
  const call = [method, folder, rest].join(" ").trim();
  if (call === "GET task fetch") return { does: "read", id: name };
  if (call === `GET task ${imageSeed}`) return { does: "call", action: rest, ...atMode, about: name };
  if (call === "GET image" && name !== "") return { does: "content", id: name };
  if (call === "POST notify" && name === "") return { does: "notify" };
  if (call === "POST task") return name === "list-by-condition" ? { does: "list" } : undefined;
  if (call === "POST insight-face")
    return name === "swap" ? { does: "submit", action: "swap-face", ...atMode } : undefined;
  if (call !== "POST submit") return undefined;
  if (name === "upload-discord-images") return { does: "call", action: name, ...atMode };
  return submissions.has(name) ? { does: "submit", action: name, ...atMode } : undefined;
}

import type { IncomingRequest } from "../exchange.ts";
import type { EngineDependencies } from "./engine.ts";
import type { ResultLinks } from "./task-view.ts";

/** Lifetime of a result's address. Clients that come later read the task again. */
const linkSeconds = 24 * 3600;
const hostPattern = /^[a-z0-9.\-[\]:_]{1,255}$/i;

/** Signed addresses at our public address; without one, at the host that the caller called. */
export function resultLinks(
  { links, settings, now }: Pick<EngineDependencies, "links" | "settings" | "now">,
  headers: IncomingRequest["headers"],
): ResultLinks {
  const { address } = settings();
  const host = String(headers["host"] ?? "");
  const origin = address !== "" ? address : hostPattern.test(host) ? `http://${host}` : "";
  return (path) => `${origin}${links.sign(path, now() + linkSeconds)}`;
}

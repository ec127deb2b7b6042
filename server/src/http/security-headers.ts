import type { FastifyReply } from "fastify";

/** Other sites that the pages may load resources from, as origins; everything else comes from this server. */
export interface PageSources {
  /** Pages shown in a frame. */
  frames: readonly string[];
  scripts: readonly string[];
  /** Images that are not served over https. */
  images: readonly string[];
}

/** Browser features that our pages never use, so that injected code cannot use them either. */
const rejectedAbilities = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const permissions = rejectedAbilities.map((name) => `${name}=()`).join(", ");

const fixedHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy": permissions,
} as const;

/** Inline styles belong to the component library; scripts are files only, never created from text. */
function contentSecurityPolicy(sources: PageSources): string {
  const list = (own: string, others: readonly string[]): string => [own, ...new Set(others)].join(" ");
  return [
    "default-src 'self'",
    `script-src ${list("'self'", sources.scripts)}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${list("'self' data: https:", sources.images)}`,
    "connect-src 'self'",
    "object-src 'none'",
    "worker-src 'none'",
    `frame-src ${sources.frames.length === 0 ? "'none'" : [...new Set(sources.frames)].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'self'",
    // Orders are paid by forms that the browser sends to payment gateways, and those redirect to banks.
    "form-action 'self' https: http:",
  ].join("; ");
}

/** Headers of every response of the console and its API (OWASP ASVS 3.4). `https`: the request came over TLS. */
export function setSecurityHeaders(reply: FastifyReply, sources: PageSources, https: boolean): void {
  reply.headers({ ...fixedHeaders, "content-security-policy": contentSecurityPolicy(sources) });
  if (https) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
}

/**
 * Address of an endpoint: base and path, with one slash between. A base that already ends in a version segment (`/v1`,
 * `/api/paas/v4`) keeps it and the path's own is left out; Cloudflare's AI gateway takes paths without it (relay contract B0).
 */
export function joinUrl(base: string, path: string): string {
  const clean = base.replace(/\/+$/, "");
  const bare = clean.startsWith(cloudflareGateway) || endsInVersion.test(clean);
  return clean + (bare ? path.replace(startsWithVersion, "/") : path);
}

const cloudflareGateway = "https://gateway.ai.cloudflare.com";
const endsInVersion = /\/v\d+[a-z0-9]*$/;
const startsWithVersion = /^\/v\d+[a-z0-9]*\//;

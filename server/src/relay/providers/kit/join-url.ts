/**
 * Joins base and path with one slash. If the base ends in a version segment (`/v1`, `/api/paas/v4`), the path's version
 * is left out; Cloudflare's AI Gateway paths have none:
 * https://developers.cloudflare.com/ai-gateway/usage/providers/openai/
 */
export function joinUrl(base: string, path: string): string {
  const clean = base.replace(/\/+$/, "");
  const bare = clean.startsWith(cloudflareGateway) || endsInVersion.test(clean);
  return clean + (bare ? path.replace(startsWithVersion, "/") : path);
}

const cloudflareGateway = "https://gateway.ai.cloudflare.com";
const endsInVersion = /\/v\d+[a-z0-9]*$/;
const startsWithVersion = /^\/v\d+[a-z0-9]*\//;

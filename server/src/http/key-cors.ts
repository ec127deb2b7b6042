import type { FastifyInstance } from "fastify";

/**
 * Lets pages of every origin read a response. The API key is the only credential: cookies are neither sent nor needed.
 */
export const readableByPages = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-request-id, retry-after, *",
} as const;

/** `*` covers every header but `Authorization`. */
const preflightHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, *",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-max-age": "86400",
} as const;

/** Answers the preflight of an endpoint that is called with an API key. */
export function answerPreflight(app: FastifyInstance, path: string): void {
  app.options(path, (_request, reply) => reply.code(204).headers(preflightHeaders).send());
}

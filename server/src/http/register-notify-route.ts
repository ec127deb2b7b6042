import type { FastifyInstance } from "fastify";
import { clientAddress } from "./client-address.ts";
import type { RateLimiter, RateRule } from "./rate-limit.ts";

/** A notification of a payment gateway, as it arrived. A header that came several times is missing. */
export interface NotifyRequest {
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

export interface NotifyRoute {
  rateLimiter: RateLimiter;
  receive(
    uuid: string,
    request: NotifyRequest,
  ): Promise<{ status: number; contentType: string; body: string }>;
}

/** Largest notification; real ones are a few kilobytes. */
const largestBody = 64 * 1024;

/** Per address; a gateway's servers share some, and repeat what was not answered. */
const callsFromAddress: RateRule = { limit: 600, seconds: 60 };

/**
 * The address that payment gateways notify. No session and no envelope: signatures are over raw bytes, and each gateway
 * expects its own response.
 */
export async function registerNotifyRoute(
  app: FastifyInstance,
  { rateLimiter, receive }: NotifyRoute,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: largestBody }, (_request, body, done) =>
      done(null, body),
    );
    scope.route<{ Params: { uuid: string } }>({
      method: ["GET", "POST"],
      url: "/api/payment/notify/:uuid",
      bodyLimit: largestBody,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        const wait = await rateLimiter.take(`notify:${clientAddress(request)}`, callsFromAddress);
        if (wait > 0) return reply.code(429).header("retry-after", wait).type("text/plain").send("fail");
        return undefined;
      },
      handler: async (request, reply) => {
        const at = request.url.indexOf("?");
        const answer = await receive(request.params.uuid, {
          query: new URLSearchParams(at < 0 ? "" : request.url.slice(at + 1)),
          headers: singleHeaders(request.headers),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        });
        return reply.code(answer.status).type(answer.contentType).send(answer.body);
      },
    });
  });
}

/** It is unknown which of several equal headers was signed. */
function singleHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
}

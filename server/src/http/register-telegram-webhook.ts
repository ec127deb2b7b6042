import type { FastifyInstance } from "fastify";
import { clientAddress } from "./client-address.ts";
import type { RateLimiter, RateRule } from "./rate-limit.ts";

export interface TelegramWebhook {
  rateLimiter: RateLimiter;
  /** @param body any JSON */
  receive(secret: string, body: unknown): Promise<200 | 401 | 404 | 503>;
}

/** A message with its quote and buttons has tens of kilobytes. */
const largestBody = 256 * 1024;

/** Per address: Telegram calls from a few, and repeats what was not answered. */
const callsFromAddress: RateRule = { limit: 3000, seconds: 60 };
/** Wrong secrets that one address may send. */
const wrongSecrets: RateRule = { limit: 20, seconds: 60 };

/**
 * The address that Telegram sends the bot's updates to. No session and no envelope; the secret in a header is its only
 * credential.
 */
export function registerTelegramWebhook(app: FastifyInstance, deps: TelegramWebhook): void {
  const { rateLimiter } = deps;
  app.route({
    method: "POST",
    url: "/api/telegram/webhook",
    bodyLimit: largestBody,
    onRequest: async (request, reply) => {
      const wait = await rateLimiter.take(`telegram:${clientAddress(request)}`, callsFromAddress);
      return wait > 0 ? reply.code(429).header("retry-after", wait).send() : undefined;
    },
    handler: async (request, reply) => {
      const secret = request.headers["x-telegram-bot-api-secret-token"];
      const status = await deps.receive(typeof secret === "string" ? secret : "", request.body);
      if (status !== 401) return reply.code(status).send();
      const wait = await rateLimiter.take(`telegram-secret:${clientAddress(request)}`, wrongSecrets);
      return reply.code(wait > 0 ? 429 : 401).send();
    },
  });
}

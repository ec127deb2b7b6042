import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiDocument } from "./api-document.ts";
import { sendPacked } from "./packed-text.ts";
import { createReferencePage } from "./reference-page.ts";

/**
 * Counts one request against the limit of the caller.
 * @throws AppError request.rate_limited
 */
export type CountCall = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Serves the document at `/api/openapi.json` and a page over it at `/api/reference`, all from this server. The document
 * is serialized once, and every request counts like other requests to the API.
 */
export function registerApiDocument(app: FastifyInstance, api: ApiDocument, countCall: CountCall): void {
  const counted = { onRequest: countCall };
  const sendJson = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPacked(request, reply, (await api.read()).json, "application/json; charset=utf-8");
  app.get("/api/openapi.json", counted, sendJson);
  app.get("/api/reference/json", counted, sendJson);
  app.get("/api/reference/yaml", counted, async (request, reply) =>
    sendPacked(request, reply, (await api.read()).yaml, "application/x-yaml"),
  );
  const sendPage = createReferencePage("/api/reference");
  app.get("/api/reference", counted, sendPage);
  app.get("/api/reference/*", counted, sendPage);
}

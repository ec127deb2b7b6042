import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiDocument } from "./api-document.ts";
import { sendPacked } from "./packed-text.ts";

/**
 * Counts one request against the limit of the caller.
 * @throws AppError request.rate_limited
 */
export type CountCall = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The page reads the document from this server's routes, and nothing from the plugin that it requires. */
const unread = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };

/**
 * Serves the document at `/api/openapi.json` and a page over it at `/api/reference`, all from this server. The document
 * is serialized once, and every request counts like other requests to the API.
 */
export async function registerApiDocument(
  app: FastifyInstance,
  api: ApiDocument,
  countCall: CountCall,
): Promise<void> {
  const sendJson = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPacked(request, reply, (await api.read()).json, "application/json; charset=utf-8");
  app.get("/api/openapi.json", { onRequest: countCall }, sendJson);
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: "static", specification: { document: unread } });
    scope.addHook("onRequest", async (request, reply) => {
      await countCall(request, reply);
      const path = request.routeOptions.url;
      if (path === "/api/reference/json") return sendJson(request, reply);
      if (path !== "/api/reference/yaml") return undefined;
      return sendPacked(request, reply, (await api.read()).yaml, "application/x-yaml");
    });
    await scope.register(swaggerUi, {
      routePrefix: "/api/reference",
      uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: false, validatorUrl: null },
      logo: { type: "image/svg+xml", content: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
    });
  });
}

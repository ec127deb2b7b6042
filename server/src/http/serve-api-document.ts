import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiDocument } from "./api-document.ts";
import { type PackedText, packText, sendPacked } from "./packed-text.ts";

/**
 * Counts one request against the limit of the caller.
 * @throws AppError request.rate_limited
 */
export type CountCall = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Serves the document at `/api/openapi.json` and a page over it at `/api/reference`, all from this server. The document
 * is serialized once, and every request counts like other requests to the API.
 */
export async function registerApiDocument(
  app: FastifyInstance,
  api: ApiDocument,
  countCall: CountCall,
): Promise<void> {
  let json: PackedText | undefined;
  let yaml: PackedText | undefined;
  const sendJson = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPacked(
      request,
      reply,
      (json ??= packText(JSON.stringify(api.document))),
      "application/json; charset=utf-8",
    );
  app.get("/api/openapi.json", { onRequest: countCall }, sendJson);
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: "static",
      // The type requires OpenAPI's own types for a document that is built from ours.
      specification: { document: api.document as never },
    });
    scope.addHook("onRequest", async (request, reply) => {
      await countCall(request, reply);
      // The page's own handlers would serialize the document for every request.
      const path = request.routeOptions.url;
      if (path === "/api/reference/json") return sendJson(request, reply);
      if (path !== "/api/reference/yaml") return undefined;
      yaml ??= packText(scope.swagger({ yaml: true }));
      return sendPacked(request, reply, yaml, "application/x-yaml");
    });
    await scope.register(swaggerUi, {
      routePrefix: "/api/reference",
      uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: false, validatorUrl: null },
      logo: { type: "image/svg+xml", content: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
    });
  });
}

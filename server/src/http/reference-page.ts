import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { loadOnce } from "../platform/load-once.ts";
import { replyFailure } from "./error-reply.ts";

/** The page reads the document from this server's routes, and nothing from the plugin that it requires. */
const unread = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };

/** Headers of the connection, which are those of the outer response. */
const ownHeaders = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/**
 * Serves the files of Swagger UI below `prefix`. Its packages are loaded when it is first read, which most processes
 * never do: they take 100 ms of a start.
 */
export function createReferencePage(prefix: string) {
  const open = loadOnce(() => openPage(prefix));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { method, url, headers } = request;
    const response = await (await open()).inject({ method: method as "GET", url, headers });
    if (response.statusCode === 404) return replyFailure(reply, "request.not_found");
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value);
    return reply.code(response.statusCode).send(response.rawPayload);
  };
}

async function openPage(routePrefix: string): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const page = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await page.register(swagger, { mode: "static", specification: { document: unread } });
  await page.register(swaggerUi, {
    routePrefix,
    uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: false, validatorUrl: null },
    logo: { type: "image/svg+xml", content: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
  });
  return page;
}

import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import { startApp } from "./start-app.ts";

/**
 * Every route that the whole server registers, as `GET /api/status`, from any file. HEAD and OPTIONS are left out.
 * `plant` adds routes to the server before its own.
 */
export async function servedRoutes(plant: (app: FastifyInstance) => void = () => {}): Promise<string[]> {
  const routes: string[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    });
    plant(fastify);
  };
  diagnostics.subscribe("fastify.initialization", listen);
  try {
    const running = await startApp();
    await running.stop();
  } finally {
    diagnostics.unsubscribe("fastify.initialization", listen);
  }
  return [...new Set(routes)].filter((route) => !/^(HEAD|OPTIONS) /.test(route));
}

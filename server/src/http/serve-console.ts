import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApiPath, replyFailure } from "./error-reply.ts";
import { keepOldAssets } from "./keep-old-assets.ts";
import { sendPacked } from "./packed-text.ts";
import { createStartPage, type PageFacts } from "./start-page.ts";

export interface ConsoleFiles {
  /** The built console, with `index.html` and `assets/`. */
  distDir: string;
  /** Where assets of earlier builds are kept. */
  oldAssetsDir: string;
  /**
   * Milliseconds after the start at which this build's assets are copied there: the first requests are served before.
   */
  keepAfter: number;
  /** Paths that never show the console: the relay's, in addition to `/api`. */
  reservedPrefixes: readonly string[];
  /** The current facts of the site. */
  pageFacts: () => PageFacts;
}

const year = "public, max-age=31536000, immutable";

/**
 * Serves the console's files, and its single page for every path that is not a file. Only names found at the start are
 * served, so no path can escape the folder. Without a built console the page states that.
 */
export async function serveConsole(app: FastifyInstance, files: ConsoleFiles): Promise<void> {
  const template = readTemplate(path.join(files.distDir, "index.html"));
  const startPage = template === undefined ? undefined : createStartPage(template);
  const assetsDir = path.join(files.distDir, "assets");
  if (startPage && existsSync(assetsDir)) keepAssetsLater(app, assetsDir, files);
  const names = listNames(files.distDir);
  const oldNames = listNames(files.oldAssetsDir);
  await app.register(fastifyStatic, {
    root: path.resolve(files.distDir),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    suppressWarning: true,
  });

  function sendConsole(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const address = pathOf(request.url);
    const reading = request.method === "GET" || request.method === "HEAD";
    if (isApiPath(address) || !reading || isReserved(address, files.reservedPrefixes))
      return replyFailure(reply, "request.not_found");
    const name = address.slice(1);
    if (name.startsWith("assets/")) {
      const old = name.slice("assets/".length);
      if (names.has(name)) return reply.header("cache-control", year).sendFile(name, files.distDir);
      if (oldNames.has(old)) return reply.header("cache-control", year).sendFile(old, files.oldAssetsDir);
      return reply.code(404).type("text/plain").send("There is no such file.");
    }
    if (name !== "index.html" && names.has(name))
      return reply.header("cache-control", "public, max-age=3600").sendFile(name, files.distDir);
    // A file that tools request by a fixed name; the page in its place would mislead them.
    if (name.startsWith(".well-known/"))
      return reply.code(404).type("text/plain").send("There is no such file.");
    if (!startPage)
      return reply.code(404).type("text/plain").send("The console is not built. Run: npm run build");
    return sendPacked(request, reply, startPage(files.pageFacts()), "text/html; charset=utf-8");
  }

  app.setNotFoundHandler(sendConsole);
}

function readTemplate(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

function isReserved(address: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => address === prefix || address.startsWith(`${prefix}/`));
}

/** Files below a folder with their path inside it; empty if there is no such folder. Compressed twins are not names. */
function listNames(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"),
      ),
  );
}

/** The copies are first needed at the next upgrade, so they delay neither the start nor a request. */
function keepAssetsLater(app: FastifyInstance, assetsDir: string, files: ConsoleFiles): void {
  const closing = new AbortController();
  const timer = setTimeout(() => {
    keepOldAssets(assetsDir, files.oldAssetsDir, { signal: closing.signal }).catch((error: unknown) =>
      app.log.warn(error, "the console's files could not be kept for pages opened before the next upgrade"),
    );
  }, files.keepAfter).unref();
  app.addHook("onClose", () => {
    clearTimeout(timer);
    closing.abort();
  });
}

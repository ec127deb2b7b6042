import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installErrorReplies } from "../../src/http/error-reply.ts";
import { keepOldAssets } from "../../src/http/keep-old-assets.ts";
import { serveConsole } from "../../src/http/serve-console.ts";
import type { PageFacts } from "../../src/http/start-page.ts";

let folder: string;
let distDir: string;
let oldAssetsDir: string;
let app: FastifyInstance;
let facts: PageFacts;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tollgate-console-"));
  facts = { title: "Tollgate", ownHome: false, demo: false };
  distDir = path.join(folder, "dist");
  oldAssetsDir = path.join(folder, "old-assets");
  build("main-aaaa.js");
});
afterEach(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

function build(script: string): void {
  rmSync(distDir, { recursive: true, force: true });
  mkdirSync(path.join(distDir, "assets"), { recursive: true });
  writeFileSync(path.join(distDir, "index.html"), `<html><script src="/assets/${script}"></script></html>`);
  writeFileSync(path.join(distDir, "favicon.svg"), "<svg/>");
  writeFileSync(path.join(distDir, "assets", script), `// ${script}`);
  writeFileSync(path.join(distDir, "assets", `${script}.gz`), gzipSync(`// ${script}`));
}

async function start(): Promise<void> {
  app = Fastify();
  installErrorReplies(app);
  await serveConsole(app, {
    distDir,
    oldAssetsDir,
    keepAfter: 0,
    reservedPrefixes: ["/v1", "/v1beta"],
    pageFacts: () => facts,
  });
}

describe("the console", () => {
  it("returns its page at every address that is not a file, for GET and HEAD", async () => {
    await start();
    for (const url of ["/", "/panel/token?page=2", "/oauth/github", "/v12", "/index.html"]) {
      const page = await app.inject(url);
      expect([url, page.statusCode, page.headers["cache-control"]]).toEqual([url, 200, "no-cache"]);
      expect(page.headers["content-type"]).toContain("text/html");
      const head = await app.inject({ method: "HEAD", url });
      expect([url, head.statusCode, head.body]).toEqual([url, 200, ""]);
    }
  });

  it("serves hashed files for a year, compressed where the client accepts it", async () => {
    await start();
    const plain = await app.inject("/assets/main-aaaa.js");
    expect(plain.body).toBe("// main-aaaa.js");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.headers["content-type"]).toContain("javascript");
    const zipped = await app.inject({ url: "/assets/main-aaaa.js", headers: { "accept-encoding": "gzip" } });
    expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(zipped.headers["content-type"]).toContain("javascript");
    expect((await app.inject("/favicon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  it("never returns the page for a missing file, the API, the relay or a changing request", async () => {
    await start();
    for (const url of [
      "/assets/gone.js",
      "/assets/main-aaaa.js.gz",
      "/api/x",
      "/v1/x",
      "/v1",
      "/v1beta/models",
    ]) {
      const answer = await app.inject(url);
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.headers["content-type"]).not.toContain("html");
    }
    expect((await app.inject({ method: "POST", url: "/panel" })).statusCode).toBe(404);
  });

  it("never leaves its folder", async () => {
    writeFileSync(path.join(folder, "secret.key"), "secret");
    await start();
    for (const url of [
      "/../secret.key",
      "/assets/../../secret.key",
      "/%2e%2e/secret.key",
      "/assets/..%2f..%2fsecret.key",
    ])
      expect((await app.inject(url)).body).not.toBe("secret");
  });

  it("still serves the files of an earlier build to pages opened before the upgrade", async () => {
    await start();
    await expect.poll(() => existsSync(path.join(oldAssetsDir, "main-aaaa.js.gz"))).toBe(true);
    await app.close();
    build("main-bbbb.js");
    await start();
    expect((await app.inject("/assets/main-aaaa.js")).body).toBe("// main-aaaa.js");
    expect((await app.inject("/assets/main-bbbb.js")).body).toBe("// main-bbbb.js");
    const zipped = await app.inject({ url: "/assets/main-aaaa.js", headers: { "accept-encoding": "gzip" } });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
  });

  it("states that it is a demo before any script runs", async () => {
    await start();
    expect((await app.inject("/")).body).toMatch(/^<html data-home="built-in">/);
    facts = { ...facts, demo: true };
    expect((await app.inject("/")).body).toMatch(/^<html data-home="built-in" data-demo>/);
  });

  it("reports a missing build", async () => {
    rmSync(distDir, { recursive: true });
    await start();
    const answer = await app.inject("/");
    expect([answer.statusCode, answer.body]).toEqual([404, "The console is not built. Run: npm run build"]);
  });
});

it("keeps no more of earlier builds than allowed, deleting the oldest first", async () => {
  mkdirSync(oldAssetsDir, { recursive: true });
  for (const [name, day] of [
    ["old.js", 1],
    ["older.js", 0],
  ] as const) {
    const file = path.join(oldAssetsDir, name);
    writeFileSync(file, "x".repeat(100));
    utimesSync(file, day * 86_400, day * 86_400);
  }
  const assetsDir = path.join(distDir, "assets");
  await keepOldAssets(assetsDir, oldAssetsDir, { maxBytes: 200 });
  expect(readdirSync(oldAssetsDir).sort()).toEqual(["main-aaaa.js", "main-aaaa.js.gz", "old.js"]);
  await keepOldAssets(assetsDir, oldAssetsDir, { maxBytes: 1 });
  expect(existsSync(path.join(oldAssetsDir, "main-aaaa.js"))).toBe(true);
});

it("copies a file of an earlier build again where the copy is not whole", async () => {
  mkdirSync(oldAssetsDir, { recursive: true });
  writeFileSync(path.join(oldAssetsDir, "main-aaaa.js"), "// m");
  await keepOldAssets(path.join(distDir, "assets"), oldAssetsDir);
  expect(readFileSync(path.join(oldAssetsDir, "main-aaaa.js"), "utf8")).toBe("// main-aaaa.js");
});

it.skipIf(process.platform === "win32")("keeps the copies for the server's own user", async () => {
  await keepOldAssets(path.join(distDir, "assets"), oldAssetsDir);
  const modes = ["", "main-aaaa.js"].map((name) => statSync(path.join(oldAssetsDir, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

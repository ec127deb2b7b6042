import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { allEndpoints } from "@tollgate/contract/all-endpoints";
import { errorCodes } from "@tollgate/contract/error-codes";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../../scripts/list-files.ts";
import { readConfig } from "../../src/config.ts";
import { relayErrorKinds } from "../../src/relay/relay-error.ts";

/** Checks names in the documents against the code: variables, error codes, calls, commands. */
const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "REVIEWING.md",
  ...listFiles(root, "docs").filter((file) => file.endsWith(".md")),
].map((page) => ({ page, text: read(page) }));

/** Every unaccepted match of a pattern in the pages, with its page. */
function findUnknown(form: RegExp, isKnown: (match: string[]) => boolean, texts = pages): string[] {
  return texts.flatMap(({ page, text }) =>
    [...text.matchAll(form)].filter((match) => !isKnown(match)).map(([whole]) => `${page}: ${whole}`),
  );
}

describe("environment variables", () => {
  const table = [...read("docs/operate/configuration.md").matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)];
  const documented = new Map(
    table.flatMap(([, names = "", defaults = ""]) => {
      const values = [...defaults.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""], at) => [name, values[at]] as const);
    }),
  );
  const inCode = [...read("server/src/config.ts").matchAll(/^ {2}([A-Z_]+): z\b/gm)].map(
    ([, name = ""]) => name,
  );

  it("are all listed in docs/operate/configuration.md, and no others", () => {
    expect([...documented.keys()].sort()).toEqual(inCode.sort());
    const example = [...read(".env.example").matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(inCode).toEqual(expect.arrayContaining(example));
  });

  it("have the defaults of the code", () => {
    const config = readConfig(
      { DATA_DIR: os.tmpdir(), SECRET_KEY: Buffer.alloc(32).toString("base64") },
      false,
    );
    const { host, port, workers, upstreamClient, apiRateLimit, logLevel } = config;
    expect(
      ["HOST", "PORT", "WORKERS", "UPSTREAM_CLIENT", "API_RATE_LIMIT", "LOG_LEVEL"].map((name) =>
        documented.get(name),
      ),
    ).toEqual([host, port, workers, upstreamClient, apiRateLimit, logLevel].map(String));
  });
});

describe("error codes", () => {
  it("of the relay have a section with their status in docs/use/errors.md, and no others", () => {
    const sections = [...read("docs/use/errors.md").matchAll(/^### (\w+) \((\d+)\)$/gm)];
    const kinds = Object.values(relayErrorKinds).map(({ code, status }) => `${code} ${status}`);
    expect(sections.map(([, code, status]) => `${code} ${status}`).sort()).toEqual(
      [...new Set(kinds)].sort(),
    );
  });

  const groups = [...new Set(Object.keys(errorCodes).map((code) => code.split(".")[0]))].join("|");
  const form = new RegExp(`\`((?:${groups})\\.[a-z_]+)\``, "g");
  const unknownCodes = (texts = pages) =>
    findUnknown(
      form,
      ([, code = ""]) => Object.hasOwn(errorCodes, code) || /\.(ts|json|md)$/.test(code),
      texts,
    );

  it("of the console API exist", () => {
    expect(unknownCodes()).toEqual([]);
  });

  it("that do not exist are found", () => {
    expect(unknownCodes([{ page: "a.md", text: "`token.not_found` and `token.lost`" }])).toEqual([
      "a.md: `token.lost`",
    ]);
  });
});

describe("calls of the console API", () => {
  const known = new Set(allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  const shape = (call: string): string => call.replace(/\/$/, "").replace(/:\w+/g, ":");
  const shapes = new Set([...known].map(shape));
  const unknownCalls = (texts = pages) =>
    findUnknown(
      /`(GET|POST|PUT|DELETE) (\/api\/[^`\s?]*)[^`]*`/g,
      ([, method, address = ""]) => shapes.has(shape(`${method} ${address}`)),
      texts,
    );

  it("in documents exist", () => {
    expect(known.size).toBeGreaterThan(100);
    expect(unknownCalls()).toEqual([]);
  });

  it("that do not exist are found", () => {
    expect(unknownCalls([{ page: "a.md", text: "`POST /api/token/` and `PUT /api/tokens/:id`" }])).toEqual([
      "a.md: `PUT /api/tokens/:id`",
    ]);
  });
});

describe("commands", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

  it("`npm run …` exist", () => {
    expect(
      findUnknown(/\bnpm run (?:-s )?([a-z][\w:-]*)/g, ([, name = ""]) => Object.hasOwn(scripts, name)),
    ).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkVendors, exceptions } from "./check-vendors.ts";
import { repositoryRoot } from "./finding.ts";
import { listFiles } from "./list-files.ts";
import { plantTree } from "./plant-tree.ts";

const providers = "server/src/relay/providers";
const folders = {
  [`${providers}/acme/descriptor.ts`]: 'export const descriptor = { type: 901, id: "acme" };',
  [`${providers}/acme-speech/descriptor.ts`]: 'export const descriptor = { type: 902, id: "acme-speech" };',
  [`${providers}/openai/descriptor.ts`]: 'export const descriptor = { type: 1, id: "openai" };',
  [`${providers}/github/descriptor.ts`]: 'export const descriptor = { type: 49, id: "github" };',
  [`${providers}/look-alikes.ts`]: 'export const lookAlikes = { twin: lookAlike({ id: "twin" }) };',
};

const check = (files: Record<string, string>) => {
  using tree = plantTree({ ...folders, ...files });
  return checkVendors(tree.root).map(({ path, line, problem }) => `${path}:${line} ${problem}`);
};

describe("checkVendors", () => {
  const room = "server/src/relay/endpoints/serve-raw.ts";

  it.each([
    ["a string", 'if (path.startsWith("/acmeAI/")) return;', "acme"],
    ["a template", "const model = `acme_${name}`;", "acme"],
    ["an identifier", "const rawAcme = 1;", "acme"],
    ["a constant", "const ACME_PATH = 1;", "acme"],
    ["a regular expression", "const own = /^\\/acmeAI\\/v1$/;", "acme"],
    ["a model with a version", 'if (model === "acmev3") return;', "acme"],
    ["an id of a row", 'const id = "twin";', "twin"],
  ])("finds %s", (_what, line, id) => {
    expect(check({ [room]: `const first = 1;\n${line}\n` })).toEqual([`${room}:2 names ${id}`]);
  });

  it("finds a multi-word id only if all its words are present", () => {
    expect(check({ [room]: "const acmeSpeech = 1;\n" })).toEqual([
      `${room}:1 names acme-speech`,
      `${room}:1 names acme`,
    ]);
  });

  it("checks the folders of other providers, the contract and the console", () => {
    const files = [`${providers}/openai/chat.ts`, "contract/src/prices.ts", "console/src/app/menu.tsx"];
    for (const file of files) expect(check({ [file]: "const acme = 1;" })).toEqual([`${file}:1 names acme`]);
  });

  it("accepts a vendor in its own folder, comments, tests, longer words, and the lists of every provider", () => {
    expect(
      check({
        [`${providers}/acme/chat.ts`]: 'const path = "/acmeAI";',
        [`${providers}/registry.ts`]: "export const providers = [acme, twin];",
        [`${providers}/openai/descriptor.ts`]:
          'export const descriptor = { id: "openai", models: ["acme/m"] };',
        [room]: "// acme has no such call\n/** See acme. */\nconst acmeist = 1;",
        "server/src/relay/endpoints/serve-raw.test.ts": 'const path = "/acmeAI";',
        "server/src/demo/demo-data.ts": 'const acme = [["acme-1", 2]];',
      }),
    ).toEqual([]);
  });

  it("distinguishes the format of a dialect from the vendor", () => {
    const file = "server/src/relay/metering/count-usage.ts";
    expect(check({ [file]: 'if (format === "openai-chat") return;' })).toEqual([]);
    expect(check({ [file]: 'if (vendor === "openai") return;' })).toEqual([`${file}:1 names openai`]);
  });

  it("accepts an exception only for its ids and places only", () => {
    const auth = "server/src/control/auth/links.ts";
    expect(check({ [auth]: "const github = 1;" })).toEqual([]);
    expect(check({ [auth]: "const acme = 1;" })).toEqual([`${auth}:1 names acme`]);
    expect(check({ [room]: "const github = 1;" })).toEqual([`${room}:1 names github`]);
  });

  it("passes in this repository, where every exception has a place", () => {
    expect(checkVendors(repositoryRoot)).toEqual([]);
    const files = ["contract/src", "server/src", "console/src"].flatMap((folder) =>
      listFiles(repositoryRoot, folder),
    );
    for (const { ids, places, reason } of exceptions)
      for (const place of places) {
        const texts = files
          .filter((file) => file.startsWith(place))
          .map((file) => readFileSync(`${repositoryRoot}/${file}`, "utf8").toLowerCase());
        const isUsed = texts.some((text) => ids?.some((id) => text.includes(id)) ?? true);
        expect([place, reason, isUsed]).toEqual([place, reason, true]);
      }
  });
});

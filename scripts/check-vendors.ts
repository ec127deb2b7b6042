import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { blankComments } from "./read-source.ts";

const rule: Rule = {
  name: "a vendor's name is in the vendor's own folder",
  reason: "a vendor's needs are capabilities of its provider, so a vendor is added or removed in one place",
  document: "docs/develop/adding-a-provider.md",
};

const providers = "server/src/relay/providers/";
/** Files with a row for each provider instead of a folder. */
const rowFiles = [`${providers}look-alikes.ts`, `${providers}retired.ts`, `${providers}task-proxies.ts`];

/** Ids that are ordinary words elsewhere. */
const ordinaryWords = ["custom", "sandbox"];

/** Ids that are also names of wire formats and provider bases. */
const dialects = ["openai", "anthropic", "gemini", "cohere"];
const formatId = new RegExp(`\\b(?:${dialects.join("|")})-[a-z-]+`, "g");

interface Exception {
  /** Undefined: every id. */
  ids?: string[];
  /** Path prefixes. */
  places: string[];
  reason: string;
}

/** Places outside a vendor's folder that may contain its name, with the reason. */
export const exceptions: readonly Exception[] = [
  { places: [`${providers}registry.ts`], reason: "lists every provider" },
  {
    places: ["server/src/demo/", "contract/src/examples/"],
    reason: "sample data and examples",
  },
  {
    places: [
      "server/src/control/price-updates/provider-names.ts",
      "server/src/control/price-updates/litellm-map.ts",
    ],
    reason: "provider names in other price lists",
  },
  {
    ids: ["github"],
    places: ["server/src/control/", "server/src/storage/", "contract/src/", "console/src/"],
    reason: "GitHub is also a sign-in service",
  },
  { ids: ["cloudflare"], places: ["contract/src/settings.ts"], reason: "Turnstile is Cloudflare's captcha" },
  { ids: dialects, places: [providers], reason: "a provider imports its base" },
  {
    ids: dialects,
    places: ["server/src/relay/formats/"],
    reason: "a format has the name of the vendor that defined it",
  },
  {
    ids: dialects,
    places: [
      "server/src/relay/endpoints/",
      "server/src/relay/listener/cors.ts",
      "server/src/relay/admission/read-api-key.ts",
      "console/src/widgets/snippets/",
      "console/src/screens/home/",
      "console/src/screens/logs/",
      "console/src/screens/playground/code-export.ts",
    ],
    reason: "paths, headers and client libraries of a dialect",
  },
  {
    ids: ["recraft", "gemini"],
    places: ["server/src/relay/formats/openai-images/", "server/src/relay/metering/estimate-cost.ts"],
    reason: "a model family counts images or audio the same way at every provider",
  },
  {
    ids: ["deepseek", "moonshot", "minimax", "mistral"],
    places: [`${providers}ali/`, `${providers}anthropic-compatible/`, `${providers}bedrock/model-family.ts`],
    reason: "a model family behaves the same way at every provider",
  },
  {
    ids: ["azure", "groq", "xai", "openrouter", "ali", "baidu", "hunyuan", "zhipu"],
    places: [`${providers}openai-compatible/paid-fields.ts`],
    reason:
      "the custom provider needs the paid fields of every vendor of the dialect, and a vendor imports no other",
  },
  { ids: ["groq"], places: [`${providers}custom/`], reason: "a field of usage that Groq-like servers send" },
  { ids: ["azure"], places: [`${providers}azure-`], reason: "three services of one company" },
  {
    ids: ["azure"],
    places: ["contract/src/channel-batches.ts"],
    reason: "a call of the One API family that is named after Azure",
  },
  { ids: ["tencent"], places: [`${providers}hunyuan/`], reason: "Hunyuan is Tencent's" },
  {
    ids: ["cloudflare"],
    places: [`${providers}azure/`, `${providers}kit/join-url.ts`],
    reason: "Cloudflare's AI Gateway proxies other vendors and changes their paths",
  },
  {
    ids: ["midjourney", "suno", "kling"],
    places: ["server/src/relay/tasks/", "console/src/"],
    reason: "task platforms, each with its own folder and terms",
  },
  {
    ids: ["midjourney"],
    places: ["contract/src/tasks.ts", "contract/src/settings.ts", "server/src/control/tasks/"],
    reason: "the One API family has a list and an expiry for Midjourney tasks only",
  },
  {
    ids: ["kling", "minimax"],
    places: [`${providers}replicate/videos.ts`, "contract/src/model-kind.ts"],
    reason: "model names, which determine the output at every provider",
  },
  {
    ids: ["xai"],
    places: ["server/src/platform/clean-message.ts"],
    reason: "the prefix of the vendor's keys, which are shortened",
  },
];

/** Every use of a provider's id in code outside its own folder, except the exceptions. Comments may name vendors. */
export function checkVendors(root: string): Finding[] {
  const homes = readHomes(root);
  return ["contract/src", "server/src", "console/src"]
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.tsx?$/.test(file) && !isTestFile(file))
    .flatMap((file) => {
      const ids = [...homes.keys()].filter(
        (id) => !isAtHome(id, homes.get(id) ?? "", file) && !isExcepted(id, file),
      );
      return ids.length === 0 ? [] : findUses(root, file, ids);
    });
}

/** Provider ids, each with its folder or its file of rows. */
function readHomes(root: string): Map<string, string> {
  const files = listFiles(root, providers.slice(0, -1));
  const homes = new Map<string, string>();
  for (const file of files) {
    const isFolder = file.endsWith("/descriptor.ts");
    if (!isFolder && !rowFiles.includes(file)) continue;
    const source = blankComments(readFileSync(path.join(root, file), "utf8"));
    for (const [, id = ""] of source.matchAll(/(?<![\w$])id:\s*"([a-z\d-]+)"/g))
      if (!ordinaryWords.includes(id)) homes.set(id, isFolder ? `${path.posix.dirname(file)}/` : file);
  }
  return homes;
}

/** Descriptors list models, whose names often contain other vendors' ids. */
function isAtHome(id: string, home: string, file: string): boolean {
  if (file.startsWith(home)) return true;
  if (dialects.includes(id) && file.startsWith(`${providers}${id}-`)) return true;
  return file.startsWith(providers) && file.endsWith("/descriptor.ts");
}

function isExcepted(id: string, file: string): boolean {
  return exceptions.some(
    ({ ids, places }) => (ids?.includes(id) ?? true) && places.some((place) => file.startsWith(place)),
  );
}

function findUses(root: string, file: string, ids: string[]): Finding[] {
  const source = readFileSync(path.join(root, file), "utf8");
  // Fast path: splitting into words is slow, and few files and lines contain an id.
  const pickNamed = (text: string): string[] => {
    const lower = text.toLowerCase();
    return ids.filter((id) => lower.includes(id.split("-")[0] ?? id));
  };
  if (pickNamed(source).length === 0) return [];
  const code = blankComments(source, true);
  return code.split("\n").flatMap((line, index) => {
    const candidates = pickNamed(line);
    if (candidates.length === 0) return [];
    const words = splitWords(line.replace(formatId, " "));
    return candidates
      .filter((id) => isNamed(id, words))
      .map((id) => ({ rule, path: file, line: index + 1, problem: `names ${id}` }));
  });
}

/** The words of a line in lower case: `recraftAI` and `recraft_styles` both begin with "recraft". */
function splitWords(line: string): string[] {
  return (line.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** An id may end in a version: `recraftv3`. */
function isNamed(id: string, words: string[]): boolean {
  const [first = "", ...rest] = id.split("-");
  return words.some(
    (word, at) =>
      (rest.length > 0 ? word === first : new RegExp(`^${first}(?:v?\\d.*)?$`).test(word)) &&
      rest.every((part, offset) => words[at + offset + 1] === part),
  );
}

if (import.meta.main) reportFindings(checkVendors(repositoryRoot));

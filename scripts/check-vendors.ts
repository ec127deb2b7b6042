import { readFileSync } from "node:fs";
import path from "node:path";
import { type Finding, type Rule, reportFindings, repositoryRoot } from "./finding.ts";
import { isTestFile, listFiles } from "./list-files.ts";
import { blankComments } from "./read-source.ts";

const rule: Rule = {
  name: "a vendor's name is in the vendor's own folder",
  reason:
    "what one vendor needs is a capability that its provider has, so that a vendor can be added or removed in one place",
  document: "docs/develop/adding-a-provider.md",
};

const providers = "server/src/relay/providers/";
/** Lists with rows instead of folders; each is the home of its rows. */
const rowFiles = [`${providers}look-alikes.ts`, `${providers}retired.ts`, `${providers}task-proxies.ts`];

/** Ids that mean something else nearly everywhere. */
const ordinaryWords = ["custom", "sandbox"];

/** Wire formats and the bases of providers have the names of the vendors that defined them. */
const dialects = ["openai", "anthropic", "gemini", "cohere"];
const formatId = new RegExp(`\\b(?:${dialects.join("|")})-[a-z-]+`, "g");

interface Exception {
  /** Undefined: every id. */
  ids?: string[];
  /** Beginnings of paths. */
  places: string[];
  reason: string;
}

/** Where a vendor's name may be outside its folder, and why. */
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
    reason: "what other price lists call the providers",
  },
  {
    ids: ["github"],
    places: ["server/src/control/", "server/src/storage/", "contract/src/", "console/src/"],
    reason: "GitHub is also a sign-in service",
  },
  { ids: ["cloudflare"], places: ["contract/src/settings.ts"], reason: "Turnstile is Cloudflare's captcha" },
  { ids: dialects, places: [providers], reason: "a provider names the base that it builds on" },
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
    reason: "how a family of models counts pictures or sound at every provider",
  },
  {
    ids: ["deepseek", "moonshot", "minimax", "mistral"],
    places: [`${providers}ali/`, `${providers}anthropic-compatible/`, `${providers}bedrock/model-family.ts`],
    reason: "how a family of models behaves at every provider",
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
    reason: "Cloudflare's AI gateway stands in front of other vendors and changes their paths",
  },
  {
    ids: ["midjourney", "suno", "kling"],
    places: ["server/src/relay/tasks/", "console/src/"],
    reason: "task platforms, each with a folder and words of its own",
  },
  {
    ids: ["midjourney"],
    places: ["contract/src/tasks.ts", "contract/src/settings.ts", "server/src/control/tasks/"],
    reason: "the One API family has a list and an expiry for Midjourney tasks alone",
  },
  {
    ids: ["kling", "minimax"],
    places: [`${providers}replicate/videos.ts`, "contract/src/model-kind.ts"],
    reason: "names of models, which say what they make at every provider",
  },
  {
    ids: ["xai"],
    places: ["server/src/platform/clean-message.ts"],
    reason: "the beginning of the vendor's keys, which are cut",
  },
];

/** Every use of a provider's id in code outside its own folder that no exception covers. Comments may name vendors. */
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

/** Ids of the providers, each with the folder or the file of rows that it lives in. */
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

/** Descriptors list models, many of which have other vendors' names. */
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
  // Reading words is slow, and few files and lines have any of these.
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

/** The words of a line in small letters: `recraftAI` and `recraft_styles` both begin with "recraft". */
function splitWords(line: string): string[] {
  return (line.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** A version may follow: `recraftv3`. */
function isNamed(id: string, words: string[]): boolean {
  const [first = "", ...rest] = id.split("-");
  return words.some(
    (word, at) =>
      (rest.length > 0 ? word === first : new RegExp(`^${first}(?:v?\\d.*)?$`).test(word)) &&
      rest.every((part, offset) => words[at + offset + 1] === part),
  );
}

if (import.meta.main) reportFindings(checkVendors(repositoryRoot));

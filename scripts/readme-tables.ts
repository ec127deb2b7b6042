import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Capability } from "@tollgate/contract/descriptor";
import { fixedPaths } from "../server/src/relay/endpoints/endpoint-table.ts";
import { providers } from "../server/src/relay/providers/registry.ts";
import { repositoryRoot } from "./finding.ts";

/** The API that each address belongs to. The script fails for an address of the relay that is missing. */
const apis: Readonly<Record<string, readonly string[]>> = {
  "Chat Completions": ["/v1/chat/completions"],
  Responses: ["/v1/responses", "/v1/responses/compact", "/v1/responses/input_tokens"],
  "Messages (Anthropic)": [
    "/v1/messages",
    "/v1/messages/count_tokens",
    "/claude/v1/messages",
    "/claude/v1/messages/count_tokens",
  ],
  Completions: ["/v1/completions"],
  Embeddings: ["/v1/embeddings"],
  Images: [
    "/v1/images/generations",
    "/v1/images/edits",
    "/v1/images/variations",
    "/recraftAI/v1/images/generations",
  ],
  Audio: ["/v1/audio/speech", "/v1/audio/transcriptions", "/v1/audio/translations"],
  Moderations: ["/v1/moderations"],
  "Rerank (Cohere, Jina)": ["/v1/rerank", "/v2/rerank"],
  Models: ["/v1/models"],
};

/** Addresses that hold a variable part, so that the endpoint table has patterns for them. */
const patterns: Readonly<Record<string, readonly string[]>> = {
  Gemini: [
    "/v1beta/models/{model}:generateContent",
    ":streamGenerateContent",
    ":embedContent",
    ":countTokens",
  ],
  Realtime: ["/v1/realtime (websocket)"],
  Videos: ["/v1/videos", "/v1/videos/{id}", "/v1/videos/{id}/content", "/v1/videos/{id}/remix"],
  Kling: ["/kling/v1/videos/text2video", "/kling/v1/videos/image2video"],
  "Files, batches, assistants, vector stores": ["/v1/files …, for administrators"],
};

const capabilities: Readonly<Record<Capability, string>> = {
  chat: "Chat",
  embeddings: "Embeddings",
  images: "Images",
  speech: "Speech",
  transcription: "Transcription",
  rerank: "Rerank",
  moderations: "Moderations",
  videos: "Videos",
};

/** The README with its tables of formats and providers generated from the registries. @throws Error for an address without an API */
export function writeReadmeTables(readme: string): string {
  return [
    ["formats", formatTable()],
    ["providers", providerTable()],
  ].reduce((text, [name = "", table = ""]) => {
    const [begin, end] = [`<!-- ${name}: npm run readme -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`README.md has no place for the table of ${name}.`);
    return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
  }, readme);
}

function formatTable(): string {
  const named = Object.values(apis).flat();
  const missing = fixedPaths.filter((address) => !named.includes(address));
  const gone = named.filter((address) => !fixedPaths.includes(address));
  if (missing.length > 0 || gone.length > 0)
    throw new Error(`scripts/readme-tables.ts: missing ${missing.join(", ")}; gone ${gone.join(", ")}`);
  const rows = Object.entries({ ...apis, ...patterns }).map(
    ([api, addresses]) => `| ${api} | ${addresses.map((address) => `\`${address}\``).join(", ")} |`,
  );
  return ["| API | Addresses |", "|---|---|", ...rows].join("\n");
}

function providerTable(): string {
  const offered = providers
    .map(({ descriptor }) => descriptor)
    .filter(({ standing, id }) => standing !== "retired" && id !== "sandbox");
  const rows = Object.entries(capabilities).map(([capability, title]) => {
    const labels = offered
      .filter((one) => one.capabilities.includes(capability as Capability))
      .map(({ label }) => label);
    return `| ${title} | ${labels.length} | ${labels.join(", ")} |`;
  });
  return ["| Capability | Providers | |", "|---|---|---|", ...rows].join("\n");
}

if (import.meta.main) {
  const file = path.join(repositoryRoot, "README.md");
  writeFileSync(file, writeReadmeTables(readFileSync(file, "utf8")));
}

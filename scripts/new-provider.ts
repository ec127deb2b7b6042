import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./list-files.ts";
import { camelName, type Scaffold, splitName, titleName } from "./write-scaffold.ts";

export const providersFolder = "server/src/relay/providers";
const dialectFixtures = `${providersFolder}/openai/__fixtures__`;

/** Fixtures to begin with, and the usage they tell, as a test's object fields. */
export interface PlaceholderFixtures {
  files: Record<string, string>;
  whole: string;
  stream: string;
}

interface DialectUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens?: number };
  completion_tokens_details?: { reasoning_tokens?: number };
}

/** Fixtures of the common dialect: the conformance suite wants all of them to say the same things. */
export function readPlaceholders(root: string): PlaceholderFixtures {
  const files = Object.fromEntries(
    listFiles(root, dialectFixtures)
      .filter((file) => !file.endsWith("/SOURCE.md"))
      .map((file) => [path.posix.basename(file), readFileSync(path.join(root, file), "utf8")]),
  );
  const whole = JSON.parse(files["chat.json"] ?? "{}") as { usage?: DialectUsage };
  const events = (files["chat.chunks.txt"] ?? "").split("\n").filter((line) => line.startsWith("{"));
  const stream = events
    .map((line) => JSON.parse(line) as { usage?: DialectUsage | null })
    .findLast(({ usage }) => usage);
  return { files, whole: describeUsage(whole.usage), stream: describeUsage(stream?.usage ?? undefined) };
}

function describeUsage(usage: DialectUsage | undefined): string {
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens ?? 0;
  const input = (usage?.prompt_tokens ?? 0) - cached;
  const output = (usage?.completion_tokens ?? 0) - reasoning;
  return `input: ${input}, cached: ${cached}, output: ${output}, reasoning: ${reasoning}`;
}

/** The first type number from 901 on that no provider has: below that they belong to the family's table. */
export function findFreeType(root: string): number {
  const taken = listFiles(root, providersFolder)
    .filter((file) => file.endsWith("/descriptor.ts"))
    .map((file) => Number(/\btype:\s*(\d+)/.exec(readFileSync(path.join(root, file), "utf8"))?.[1]));
  let type = 901;
  while (taken.includes(type)) type++;
  return type;
}

/** The file set of a vendor that speaks Chat Completions, ready to be told its differences (docs/adding-a-provider.md). */
export function makeProvider(name: string, type: number, placeholders: PlaceholderFixtures): Scaffold {
  const title = titleName(name);
  const initials = splitName(name)
    .map((word) => word.charAt(0).toUpperCase())
    .join("")
    .slice(0, 2);
  const files = {
    "descriptor.ts": `import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: ${type},
  id: "${name}",
  label: "${title}",
  icon: { text: "${initials}", color: "#5b6472" },
  defaultBaseUrl: "https://api.${name}.example",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: ["${name}-chat"],
  defaultTestModel: "${name}-chat",
  capabilities: ["chat"],
  canListModels: true,
};
`,
    "index.ts": `import { problemFromStatus } from "../kit/problem-from-status.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = {};

/** ${title}, which speaks Chat Completions. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
`,
    [`${name}.test.ts`]: `import { noUsage } from "@tollgate/contract/cost";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import { describeConformance } from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  usage: {
    whole: { ...noUsage, ${placeholders.whole} },
    stream: { ...noUsage, ${placeholders.stream} },
  },
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});
`,
    ...Object.fromEntries(
      Object.entries(placeholders.files).map(([file, text]) => [`__fixtures__/${file}`, text]),
    ),
    "__fixtures__/SOURCE.md": `# Source

Placeholders in the common dialect. Replace them by answers recorded from the vendor, and name model and date here.
\`*.chunks.txt\` hold the data of one event per line.
`,
  };
  return {
    files,
    steps: [
      `${providersFolder}/registry.ts: import { provider as ${camelName(name)} } from "./${name}/index.ts"; and ${camelName(name)} in the list`,
      `descriptor.ts: the vendor's own type number if the family has one (now ${type}), address, models, key`,
      "__fixtures__: answers recorded from the vendor; its differences as options in index.ts",
      "paidFields: what the vendor charges extra for (docs/billing.md, Fields that cost)",
      "docs/adding-a-provider.md tells the rest",
    ],
  };
}

import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./list-files.ts";
import { camelName, type Scaffold, splitName, titleName } from "./write-scaffold.ts";

export const providersFolder = "server/src/relay/providers";
const dialectFixtures = `${providersFolder}/openai/__fixtures__`;

/** Fixtures to begin with, by file name: those of the common dialect, with what they mean. */
export function readPlaceholders(root: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(root, dialectFixtures).map((file) => [
      path.posix.basename(file),
      readFileSync(path.join(root, file), "utf8"),
    ]),
  );
}

/** The first type number from 901 on that no provider has: below that they belong to the family's table. */
export function findFreeType(root: string): number {
  const taken = listFiles(root, providersFolder)
    .filter((file) => /\/(?:descriptor|look-alikes|retired)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(path.join(root, file), "utf8").matchAll(/\btype:\s*(\d+)/g)])
    .map(([, type]) => Number(type));
  let type = 901;
  while (taken.includes(type)) type++;
  return type;
}

/** The file set of a vendor that speaks Chat Completions, ready to be told its differences (docs/adding-a-provider.md). */
export function makeProvider(name: string, type: number, placeholders: Record<string, string>): Scaffold {
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
    [`${name}.test.ts`]: `import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import { describeConformance } from "../../../../test/conformance/provider-conformance.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});
`,
    ...Object.fromEntries(Object.entries(placeholders).map(([file, text]) => [`__fixtures__/${file}`, text])),
  };
  return {
    files,
    steps: [
      `${providersFolder}/registry.ts: import { provider as ${camelName(name)} } from "./${name}/index.ts"; and ${camelName(name)} in the list`,
      `descriptor.ts: the vendor's own type number if the family has one (now ${type}), address, models, key`,
      "__fixtures__ (now OpenAI's): the vendor's answers, what they mean in expected.json, where they come from in SOURCE.md",
      "index.ts: the vendor's differences as options",
      "paidFields: what the vendor charges extra for (docs/billing.md, Fields that cost)",
      "docs/adding-a-provider.md tells the rest",
    ],
  };
}

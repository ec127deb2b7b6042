import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { settingSectionNames, settingSections, settingTabs } from "@tollgate/contract/setting-definition";
import { settingText } from "@tollgate/contract/setting-text";
import { keysOfSection, type SettingKey, settingDefinition, settingKeys } from "@tollgate/contract/settings";

const root = path.resolve(import.meta.dirname, "../../..");

export interface SettingTexts {
  tabs: Record<string, string>;
  sections: Record<string, { title: string; hint: string }>;
  fields: Record<string, { label: string; hint: string }>;
  units: Record<string, string>;
}

/** The settings screen's texts of one language. */
export function readTexts(language: string): SettingTexts {
  const file = path.join(root, "console/src/screens/settings/locales", `${language}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as SettingTexts;
}

/** Files that only keep, check, show or move settings read none. */
const keepers = /^server\/src\/(?:control\/settings|demo|storage\/migrations)\//;

/** Files of the server that read a setting, by key. */
export function findReaders(): Map<SettingKey, string[]> {
  const readers = new Map<SettingKey, string[]>(settingKeys.map((key) => [key, []]));
  const names = readdirSync(path.join(root, "server/src"), { recursive: true, encoding: "utf8" });
  for (const name of names.sort()) {
    const file = `server/src/${name.replaceAll(path.sep, "/")}`;
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || keepers.test(file)) continue;
    const text = withoutComments(readFileSync(path.join(root, file), "utf8"));
    for (const key of settingKeys) {
      if (new RegExp(`\\b${key}\\b`).test(text)) readers.get(key)?.push(file);
    }
  }
  return readers;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

/** The page docs/operate/settings.md: every setting with its default, who may change it and who reads it. */
export function writeSettingsDocument(): string {
  const texts = readTexts("en_US");
  const readers = findReaders();
  const parts = settingTabs.flatMap((tab) => [
    `## ${texts.tabs[tab] ?? tab}`,
    ...settingSectionNames
      .filter((section) => settingSections[section] === tab)
      .map((section) => {
        const { title, hint } = texts.sections[section] ?? { title: section, hint: "" };
        const rows = keysOfSection(section).map((key) => rowOf(key, texts, readers.get(key) ?? []));
        return [
          `### ${title}`,
          "",
          hint,
          "",
          "| Key | Default | What it does | Read by |",
          "|---|---|---|---|",
          ...rows,
        ].join("\n");
      }),
  ]);
  return `${[introduction, ...parts, missingPart()].join("\n\n")}\n`;
}

/** Options of the family that are no settings here: what each belongs to. */
export const missingOptions: readonly { keys: readonly string[]; about: string }[] = [
  {
    keys: ["PaymentCallbackAddress"],
    about: "Each payment gateway has an address for its callbacks of its own.",
  },
  {
    keys: ["InviterRewardType", "InviterRewardValue"],
    about: "Rewards for first top-ups have settings of their own here, in the section Invitations.",
  },
  { keys: ["MjNotifyEnabled"], about: "Midjourney and other tasks, which are not built yet." },
  {
    keys: ["EnableSafe", "SafeToolName", "SafeKeyWords"],
    about: "A check of prompts before they are sent, which is not built yet.",
  },
  {
    keys: ["ChatImageRequestProxy", "CFWorkerImageUrl", "CFWorkerImageKey"],
    about: "A way round for fetching pictures, which is not built yet.",
  },
  {
    keys: ["ClaudeBudgetTokensPercentage", "ClaudeDefaultMaxTokens", "GeminiOpenThink"],
    about: "Vendors' defaults for a model's thinking and length, which cannot be changed yet.",
  },
  {
    keys: ["ClaudeAPIEnabled", "GeminiAPIEnabled"],
    about: "Switches for single formats of the relay; every format is open.",
  },
  {
    keys: ["ApproximateTokenEnabled"],
    about: "Not wanted: where an upstream tells no usage, tokens are counted with a tokenizer.",
  },
  {
    keys: ["LogConsumeEnabled"],
    about:
      "Not wanted: a call's log row and its charge are written together, so that every charge can be explained.",
  },
  {
    keys: ["AnalyticsCode"],
    about: "Not wanted: foreign scripts on every page; the content security policy refuses them.",
  },
  {
    keys: ["OldTokenMaxId"],
    about: "Not wanted: a cut-off for an older form of keys that never existed here.",
  },
];

function missingPart(): string {
  const rows = missingOptions.map(
    ({ keys, about }) => `| ${keys.map((key) => `\`${key}\``).join(", ")} | ${about} |`,
  );
  return [
    "## Options of the family that are no settings here",
    "",
    "| Key | Why |",
    "|---|---|",
    ...rows,
  ].join("\n");
}

function rowOf(key: SettingKey, texts: SettingTexts, readers: readonly string[]): string {
  const { fallback, root: rootOnly, secret, unit } = settingDefinition(key);
  const text = settingText(key, fallback);
  const shown = text === "" ? "empty" : text.length > 60 ? "see the screen" : `\`${text}\``;
  const measure = unit && unit !== "quota" ? ` ${texts.units[unit] ?? unit}` : "";
  const marks = [rootOnly && "root", secret && "secret"].filter(Boolean).join(", ");
  const { label, hint } = texts.fields[key] ?? { label: key, hint: "" };
  const cells = [
    `\`${key}\`${marks && ` (${marks})`}`,
    `${shown}${measure}`,
    `${label}. ${hint}`,
    [...new Set(readers.map((file) => `\`${path.posix.dirname(file.replace("server/src/", ""))}\``))].join(
      ", ",
    ),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

const introduction = `# Settings

Written by a test. To update it: \`npx vitest run --update=all server/test/control/settings-document.test.ts\`.

Everything that can be changed while the server runs. Administrators find it under Settings in the console; those marked *root* they can
read, and the super administrator alone changes them. Settings count at once: the process that saved them at the moment of the answer,
every other process within a second. What a process must know before it has a database stands in its environment instead (README).

- A section is saved as one: all of it, or with every refused field named, nothing. Only what changed is written, and the audit log says
  who changed what, with both values unless they are long or secret.
- Secrets are stored encrypted and never answered. The console and the API say only whether one is set.
- No sign-in method can be switched on before its credentials are there, and the last way in of every super administrator not off.
- \`GET /api/option/\` lists every setting, \`PUT /api/option/section/:section\` saves a section, \`PUT /api/option/\` one setting as text:
  switches as \`true\` and \`false\`, lists of domains with commas, phrases one on a line, chat links as JSON.
- The buttons beside sign-in services and Turnstile ask the service with the values in the form, saved or not. A stored secret is sent
  to the stored address alone.`;

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

/** Files that store, validate, show or copy settings do not count as readers. */
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

/** The page docs/operate/settings.md: every setting with its default, who may change it and which files read it. */
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

/** Options of the One API family that Tollgate does not have, with the reason. */
export const missingOptions: readonly { keys: readonly string[]; about: string }[] = [
  {
    keys: ["PaymentCallbackAddress"],
    about: "Each payment gateway has its own callback address.",
  },
  {
    keys: ["InviterRewardType", "InviterRewardValue"],
    about: "Replaced by the settings in the section Invitations.",
  },
  {
    keys: ["EnableSafe", "SafeToolName", "SafeKeyWords"],
    about: "Prompt moderation is not implemented.",
  },
  {
    keys: ["ChatImageRequestProxy", "CFWorkerImageUrl", "CFWorkerImageKey"],
    about: "An image proxy is not implemented.",
  },
  {
    keys: ["ClaudeBudgetTokensPercentage", "ClaudeDefaultMaxTokens", "GeminiOpenThink"],
    about: "Default reasoning budgets and output limits cannot be configured.",
  },
  {
    keys: ["ClaudeAPIEnabled", "GeminiAPIEnabled"],
    about: "Every format is always enabled.",
  },
  {
    keys: ["ApproximateTokenEnabled"],
    about: "Tollgate counts tokens with a tokenizer if the provider reports no usage.",
  },
  {
    keys: ["LogConsumeEnabled"],
    about: "Every charge has a log row: both are written in one transaction.",
  },
  {
    keys: ["AnalyticsCode"],
    about: "The content security policy rejects scripts of other sites.",
  },
  {
    keys: ["OldTokenMaxId"],
    about: "Tollgate never had the older form of keys.",
  },
];

function missingPart(): string {
  const rows = missingOptions.map(
    ({ keys, about }) => `| ${keys.map((key) => `\`${key}\``).join(", ")} | ${about} |`,
  );
  return [
    "## Settings of the One API family that Tollgate does not have",
    "",
    "| Key | Reason |",
    "|---|---|",
    ...rows,
  ].join("\n");
}

function rowOf(key: SettingKey, texts: SettingTexts, readers: readonly string[]): string {
  const { fallback, root: rootOnly, secret, unit } = settingDefinition(key);
  const text = settingText(key, fallback);
  const shown = text === "" ? "empty" : text.length > 60 ? "see the console" : `\`${text}\``;
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

Settings of the console.
They take effect immediately in the process that saves them,
and within a second in every other process.
[Configuration](configuration.md) has the environment variables.

- Only super administrators can change settings marked *root*.
  Administrators can read them.
- A section is saved as a whole.
  If a field is rejected, nothing is saved, and the response names every rejected field.
- The audit log has each changed setting with both values, unless they are long or secret.
- Secrets are stored encrypted.
  The console and the API only show whether one is set.
- You cannot enable a sign-in method without its credentials,
  or disable the last method with which every super administrator can sign in.
- The test buttons of sign-in services and Turnstile use the values in the form, saved or not.
  A stored secret is sent only to the stored address.

By API:

- \`GET /api/option/\` lists every setting.
- \`PUT /api/option/section/:section\` saves a section.
- \`PUT /api/option/\` saves one setting as text: switches as \`true\` and \`false\`,
  lists of domains with commas, phrases one per line, chat links as JSON.

A test checks this page.
To update it, run \`node scripts/print-settings.ts\`.`;

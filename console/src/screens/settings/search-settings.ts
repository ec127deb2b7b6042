import { settingSectionNames, settingSections, type SettingTab } from "@tollgate/contract/setting-definition";
import { keysOfSection, type SettingKey } from "@tollgate/contract/settings";
import { i18n } from "../../lib/i18n/i18n";

export interface FoundSetting {
  key: SettingKey;
  label: string;
  section: string;
  tab: SettingTab;
}

/** Settings whose name, help, section or key has every word; matches in the name come before matches in the help. */
export function searchSettings(typed: string): FoundSetting[] {
  const t = i18n.getFixedT(null, "settings");
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const named = ({ label }: FoundSetting): boolean =>
    words.some((word) => label.toLowerCase().includes(word));
  return settingSectionNames
    .flatMap((name) =>
      keysOfSection(name).map((key) => {
        const label = t(`fields.${key}.label`);
        const section = t(`sections.${name}.title`);
        const text = [label, section, t(`fields.${key}.hint`), key].join("\n").toLowerCase();
        return { found: { key, label, section, tab: settingSections[name] }, text };
      }),
    )
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ found }) => found)
    .sort((a, b) => Number(named(b)) - Number(named(a)));
}

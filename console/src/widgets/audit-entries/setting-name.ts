import { type SettingSection, settingSections } from "@tollgate/contract/setting-definition";
import { useTranslation } from "react-i18next";
import { i18n } from "../../lib/i18n/i18n";

/** Fetches the words of the settings, once, where an entry is about one; until then it shows names as they are stored. */
export function useSettingNames(targetType: string): void {
  useTranslation(targetType === "setting" ? "settings" : "audit-entries");
}

/** What the settings screen calls a section (with its tab, since two tabs may have one of a name) or a single setting. */
export function settingName(id: string): string | undefined {
  if (isSection(id) && i18n.exists(`settings:sections.${id}.title`))
    return `${i18n.t(`settings:tabs.${settingSections[id]}`)} › ${i18n.t(`settings:sections.${id}.title`)}`;
  const label = `settings:fields.${id}.label`;
  return i18n.exists(label) ? i18n.t(label) : undefined;
}

function isSection(id: string): id is SettingSection {
  return Object.hasOwn(settingSections, id);
}

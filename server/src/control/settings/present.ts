import { settingSectionNames } from "@tollgate/contract/setting-definition";
import type { SettingRow } from "@tollgate/contract/setting-endpoints";
import { settingText } from "@tollgate/contract/setting-text";
import { keysOfSection, type SettingKey, type Settings, settings } from "@tollgate/contract/settings";
import { isSecret } from "./stored-values.ts";

/** The settings that an administrator sees, section by section, without secrets. */
export function presentSettings(values: Settings): SettingRow[] {
  return settingSectionNames.flatMap((section) =>
    keysOfSection(section).map((key): SettingRow => {
      const secret = isSecret(key);
      const text = settingText(key, values[key]);
      return {
        key,
        value: secret ? "" : text,
        section,
        root: settings[key].root === true,
        secret,
        is_set: text !== "",
      };
    }),
  );
}

const longestNoted = 200;

/** The audit detail of a change: both values where they are short and no secret, else that it changed. */
export function describeChange(key: SettingKey, before: unknown, after: unknown): unknown {
  if (isSecret(key)) return after === "" ? "cleared" : before === "" ? "set" : "replaced";
  const texts = [settingText(key, before), settingText(key, after)];
  return texts.every((text) => text.length <= longestNoted) ? [before, after] : "changed";
}

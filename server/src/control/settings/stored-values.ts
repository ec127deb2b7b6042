import {
  isSettingKey,
  readSettings,
  type SettingKey,
  type Settings,
  settings,
} from "@tollgate/contract/settings";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { OptionRow } from "../../storage/repositories/option-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";

/** Stored rows → settings with their secrets open; `broken` names the secrets that this server's key does not open. */
export function openSettings(
  rows: readonly OptionRow[],
  secretBox: SecretBox,
): { values: Settings; broken: SettingKey[] } {
  const broken: SettingKey[] = [];
  const opened = rows.map((row): OptionRow => {
    if (!isSettingKey(row.key) || !isSecret(row.key) || row.value === "") return row;
    try {
      return {
        key: row.key,
        value: JSON.stringify(secretBox.open(row.value, sealedColumns.option(row.key))),
      };
    } catch {
      // As if it were not set: one lost secret must not keep the whole server from starting.
      broken.push(row.key);
      return { key: row.key, value: '""' };
    }
  });
  return { values: readSettings(opened), broken };
}

/** The stored text of a value: JSON, and sealed where it is a secret. */
export function storedText(key: SettingKey, value: unknown, secretBox: SecretBox): string {
  return isSecret(key) ? secretBox.seal(String(value), sealedColumns.option(key)) : JSON.stringify(value);
}

export function isSecret(key: SettingKey): boolean {
  return settings[key].secret === true;
}

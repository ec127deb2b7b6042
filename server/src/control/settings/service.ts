import { readSettings, type SettingKey, type Settings, settings } from "@tollgate/contract/settings";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { OptionRepository, OptionRow } from "../../storage/repositories/option-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";

/** Settings in force. Every process reads them anew when one changes. */
export interface SettingsService {
  /** As last loaded; never waits. */
  current(): Settings;
  /** Reads the stored settings now. */
  load(): Promise<Settings>;
}

/** Loads once and then at every notice of the topic `settings`. */
export async function createSettingsService(deps: {
  options: OptionRepository;
  changeNotice: ChangeNotice;
  secretBox: SecretBox;
}): Promise<SettingsService> {
  let values = readSettings([]);
  async function load(): Promise<Settings> {
    const rows = await deps.options.all();
    values = readSettings(rows.map((row) => openRow(row, deps.secretBox)));
    return values;
  }
  await load();
  deps.changeNotice.subscribe("settings", async () => {
    await load();
  });
  return { current: () => values, load };
}

function openRow(row: OptionRow, secretBox: SecretBox): OptionRow {
  const definition = settings[row.key as SettingKey] as { secret?: boolean } | undefined;
  if (!definition?.secret || row.value === "") return row;
  return { key: row.key, value: secretBox.open(row.value, sealedColumns.option(row.key)) };
}

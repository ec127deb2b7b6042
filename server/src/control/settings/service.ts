import { readSettings, type SettingKey, type Settings } from "@tollgate/contract/settings";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { OptionRepository } from "../../storage/repositories/option-repository.ts";
import { openSettings } from "./stored-values.ts";

/** Current settings. Every process reads them again when one changes. */
export interface SettingsService {
  /** As last loaded; never waits. */
  current(): Settings;
  /** Reads the stored settings now. */
  load(): Promise<Settings>;
}

export interface SettingsDependencies {
  options: OptionRepository;
  changeNotice: ChangeNotice;
  secretBox: SecretBox;
  /** Receives secrets that cannot be opened (another SECRET_KEY?); they count as not set. */
  onBroken?: (keys: SettingKey[]) => void;
}

/** Loads once and then at every notice of the topic `settings`. */
export async function createSettingsService(deps: SettingsDependencies): Promise<SettingsService> {
  let values = readSettings([]);
  let reported = "";
  let begun = 0;
  let inForce = 0;
  async function load(): Promise<Settings> {
    begun += 1;
    const turn = begun;
    const { values: loaded, broken } = openSettings(await deps.options.all(), deps.secretBox);
    if (broken.length > 0 && reported !== broken.join()) deps.onBroken?.(broken);
    reported = broken.join();
    // Two loads may overlap; the later one has newer data.
    if (turn > inForce) {
      inForce = turn;
      values = loaded;
    }
    return loaded;
  }
  await load();
  deps.changeNotice.subscribe("settings", async () => {
    await load();
  });
  return { current: () => values, load };
}

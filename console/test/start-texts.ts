import { loadWidgetTexts, registerTexts } from "../src/app/texts";
import { startI18n } from "../src/lib/i18n/i18n";

/** The shared texts and those of failures, for tests that render nothing. */
export async function startTexts(): Promise<void> {
  registerTexts([]);
  await startI18n();
  await loadWidgetTexts();
}

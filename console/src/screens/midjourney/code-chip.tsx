import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";

const tones: Readonly<Record<number, StatusTone>> = { 0: "neutral", 1: "success", 21: "warning", 22: "info" };

/** The platform's response to a submission. */
export function CodeChip({ code }: { code: number }) {
  const { t } = useTranslation("midjourney");
  const tone = tones[code];
  if (tone === undefined) return <StatusChip tone="neutral" label={String(code)} />;
  return <StatusChip tone={tone} label={t(`code.${code}`)} hint={t(`code_hint.${code}`)} />;
}

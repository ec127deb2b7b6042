import Chip from "@mui/material/Chip";
import { type EndReason, logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";

const typeKeys = {
  [logTypes.topUp]: "type.1",
  [logTypes.consumption]: "type.2",
  [logTypes.management]: "type.3",
  [logTypes.system]: "type.4",
} as const;

/** What kind of entry a row is. */
export function LogTypeChip({ type }: { type: number }) {
  const { t } = useTranslation("logs");
  const key = typeKeys[type as keyof typeof typeKeys] ?? "type.unknown";
  return <Chip size="small" variant="outlined" label={t(key)} />;
}

/** How much an end deserves attention. */
export const endTones: Record<EndReason, StatusTone> = {
  completed: "success",
  client_closed: "neutral",
  upstream_cut: "warning",
  upstream_error: "error",
  timeout: "error",
  time_limit: "warning",
  refused: "warning",
  too_long: "warning",
};

/** How an exchange ended, in word and colour. */
export function EndReasonChip({ reason }: { reason: EndReason }) {
  const { t } = useTranslation("logs");
  return <StatusChip tone={endTones[reason]} label={t(`end.${reason}`)} />;
}

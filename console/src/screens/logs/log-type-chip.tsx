import Chip from "@mui/material/Chip";
import { type EndReason, type LogRow, logTypes } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { formatNumber } from "../../lib/format-number";
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
  gateway_limit: "warning",
  refused: "warning",
  too_long: "warning",
};

/** How an exchange ended, in word and colour. */
export function EndReasonChip({ reason }: { reason: EndReason }) {
  const { t } = useTranslation("logs");
  return <StatusChip tone={endTones[reason]} label={t(`end.${reason}`)} />;
}

/** How the call of a row ended; of one that was refused before it was sent, why, and how many the row stands for. */
export function OutcomeChip({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const { end_reason: end, refused_reason: code, calls = 1 } = row.metadata;
  if (end === undefined) return null;
  if (code === undefined) return <EndReasonChip reason={end} />;
  const known = refusals.find((one) => one === code);
  const reason = known ? t(`refused.${known}`) : t("end.refused");
  const label = calls > 1 ? t("refused_calls", { reason, number: formatNumber(calls) }) : reason;
  return <StatusChip tone={endTones[end]} label={label} hint={row.content} />;
}

/** Codes of refusals that have a word of their own. */
const refusals = [
  "insufficient_user_quota",
  "token_quota_exhausted",
  "token_budget_exceeded",
  "user_budget_exceeded",
  "rate_limit_exceeded",
  "concurrency_limit_exceeded",
  "memory_share_exceeded",
  "model_not_found",
  "model_price_missing",
  "malformed_json",
  "invalid_request",
  "no_channel_available",
  "group_not_available",
] as const;

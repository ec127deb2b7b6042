import { useTheme } from "@mui/material/styles";
import { type EndReason, type LogRow, type Outcome } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { LightIcon } from "../../design-system/light-icon/light-icon";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";
import { formatNumber } from "../../lib/format-number";
import { failureReason } from "./attempt-reason";

/** How much an outcome deserves attention. */
export const outcomeTones: Record<Outcome, StatusTone> = {
  succeeded: "success",
  failed: "error",
  refused: "warning",
  cancelled: "neutral",
  cut: "warning",
};

/** How much an end deserves attention, in the sentence about it. */
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

/** Outcome of a call; the reason on hover. `brief`: successes are an icon only. */
export function OutcomeChip({ row, brief = false }: { row: LogRow; brief?: boolean }) {
  const { t } = useTranslation("logs");
  if (row.outcome === null) return null;
  if (row.outcome === "succeeded") return <Succeeded brief={brief} />;
  const reason = outcomeReason(t, row);
  const hint = [reason, row.content].filter((text) => text !== "").join(" · ");
  return <StatusChip tone={outcomeTones[row.outcome]} label={t(`outcome.${row.outcome}`)} hint={hint} />;
}

/** The most common outcome, so it has no color. */
function Succeeded({ brief }: { brief: boolean }) {
  const { t } = useTranslation("logs");
  const { palette, typography } = useTheme();
  const look: CSSProperties = {
    ...(typography.body2 as CSSProperties),
    display: "inline-flex",
    alignItems: "center",
    gap: 4,
    color: palette.text.secondary,
  };
  return (
    <span style={look}>
      <LightIcon
        name="CheckCircleOutlined"
        style={{ fontSize: 14, color: palette.success.main }}
        {...(brief && { role: "img", "aria-label": t("outcome.succeeded") })}
      />
      {!brief && t("outcome.succeeded")}
    </span>
  );
}

/** Why a call did not succeed, in two to four words; of rejected calls that share a row, their number too. Empty where the outcome suffices. */
export function outcomeReason(t: TFunction<"logs">, { outcome, metadata }: LogRow): string {
  const { end_reason: end, refused_reason: code, calls = 1, attempts } = metadata;
  if (outcome === null || outcome === "succeeded" || outcome === "cancelled" || end === undefined) return "";
  if (code === undefined) {
    const failure = end === "upstream_error" ? failureReason(t, attempts) : undefined;
    return failure ?? t(`end.${end}`);
  }
  const known = rejections.find((one) => one === code);
  const reason = known ? t(`refused.${known}`) : code;
  return calls > 1 ? t("refused_calls", { reason, number: formatNumber(calls) }) : reason;
}

/** Error codes with their own label. */
const rejections = [
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
  "token_disabled",
  "token_expired",
  "user_disabled",
  "address_not_allowed",
  "channel_pin_not_allowed",
] as const;

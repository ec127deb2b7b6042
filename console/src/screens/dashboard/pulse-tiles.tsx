import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { averageFirstToken, errorCount } from "@tollgate/contract/figures";
import type { Pulse } from "@tollgate/contract/pulse";
import { abbreviateNumber, formatQuota } from "@tollgate/contract/quota";
import { useTranslation } from "react-i18next";
import { formatDuration, formatNumber, formatShare } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { type PulseMetric, pulseMetrics } from "./pulse-metrics";

interface PulseTilesProps {
  /** Undefined while loading. */
  pulse: Pulse | undefined;
  metric: PulseMetric;
  onChoose: (metric: PulseMetric) => void;
}

/** The hour in five numbers; a press shows one by the minute. */
export function PulseTiles({ pulse, metric, onChoose }: PulseTilesProps) {
  const { t } = useTranslation("dashboard");
  const texts = useTileTexts(pulse);
  return (
    <Box
      role="group"
      aria-label={t("pulse.metrics")}
      sx={{
        display: "grid",
        gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
        borderTop: 1,
        borderBottom: 1,
        borderColor: "divider",
        // Hairlines between the tiles, on phones also between their rows.
        gap: "1px",
        bgcolor: "divider",
        "& > :first-of-type": { gridColumn: "1 / -1" },
        // Wide enough for five names in one line.
        "@media (min-width: 720px)": {
          gridTemplateColumns: "repeat(5, minmax(0, 1fr))",
          "& > :first-of-type": { gridColumn: "auto" },
        },
      }}
    >
      {pulseMetrics.map((one) => (
        <ButtonBase
          key={one}
          aria-pressed={one === metric}
          onClick={() => onChoose(one)}
          sx={{
            display: "block",
            textAlign: "left",
            px: { xs: 2, md: 2.5 },
            py: 1.25,
            minWidth: 0,
            bgcolor: "background.paper",
            boxShadow: (theme) => (one === metric ? `inset 0 -2px ${theme.palette.primary.main}` : "none"),
            "&:hover": { backgroundImage: (theme) => `linear-gradient(${theme.palette.action.hover} 0 0)` },
            "&.Mui-focusVisible": { outlineOffset: -2 },
          }}
        >
          <Typography
            variant="body2"
            noWrap
            sx={{ color: one === metric ? "text.primary" : "text.secondary" }}
          >
            {t(`pulse.metric.${one}`)}
          </Typography>
          <Typography
            component="span"
            sx={{
              display: "block",
              fontSize: 22,
              lineHeight: "30px",
              fontWeight: 500,
              letterSpacing: "-0.02em",
            }}
          >
            {texts ? texts[one].value : <Skeleton width={72} aria-busy />}
          </Typography>
          <Typography variant="caption" sx={{ display: "block", color: "text.secondary", minHeight: 16 }}>
            {texts?.[one].note}
          </Typography>
        </ButtonBase>
      ))}
    </Box>
  );
}

/** Content of the tiles. */
function useTileTexts(
  pulse: Pulse | undefined,
): Record<PulseMetric, { value: string; note: string }> | undefined {
  const { t } = useTranslation("dashboard");
  const format = useQuotaFormat();
  if (!pulse) return undefined;
  const { total, total_p95: p95, count } = pulse;
  const errors = errorCount(total);
  const firstToken = averageFirstToken(total);
  const none = "–";
  return {
    requests: {
      value: abbreviateNumber(total.requests),
      note: t("pulse.per_minute", { value: formatNumber(total.requests / count, 1) }),
    },
    errors: {
      value: total.requests === 0 ? none : formatShare(errors / total.requests),
      note: t("pulse.error_count", { count: errors, number: formatNumber(errors) }),
    },
    p95: { value: p95 === null ? none : formatDuration(p95), note: t("pulse.p95_note") },
    first_token: {
      value: firstToken === undefined ? none : formatDuration(firstToken),
      note: t("pulse.first_token_note"),
    },
    quota: {
      value: formatQuota(total.quota, format),
      note: t("pulse.per_minute", { value: formatQuota(total.quota / count, format) }),
    },
  };
}

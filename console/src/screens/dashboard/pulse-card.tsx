import RemoveCircleOutlineIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Pulse } from "@tollgate/contract/pulse";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { describeError } from "../../lib/describe-error";
import { formatShare } from "../../lib/format-number";
import { outageShown } from "../../lib/server-reachable";
import { useStore } from "../../lib/store";
import { TableSwitch } from "../../widgets/usage-charts/time-chart-card";
import { classifyPulse, type PulseState } from "./classify-pulse";
import { PulseChannels } from "./pulse-channels";
import { PulseChart } from "./pulse-chart";
import type { PulseMetric } from "./pulse-metrics";
import { usePulse } from "./pulse-queries";
import { PulseTiles } from "./pulse-tiles";

/** Health of the gateway: the last hour's state, five numbers by minute, and its channels. */
export function PulseCard() {
  const { t } = useTranslation("dashboard");
  const texts = useDesignTexts();
  const { data, error, refetch } = usePulse();
  const outage = useStore(outageShown);
  const [metric, setMetric] = useState<PulseMetric>("requests");
  const [asTable, setAsTable] = useState(false);
  return (
    <Card component="section" aria-labelledby="pulse-title">
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: 1.5, px: 2.5, pt: 1.75, pb: 1.5, flexWrap: "wrap" }}
      >
        <Typography id="pulse-title" variant="h3" component="h2" sx={{ fontSize: 15 }}>
          {t("pulse.title")}
        </Typography>
        {data && <Verdict pulse={data} stale={error !== null || outage} />}
        <Box sx={{ flex: 1 }} />
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {data && (error || outage)
            ? t("pulse.stale", { time: texts.relativeTime(data.now) })
            : t("pulse.hour")}
        </Typography>
        {data && data.total.requests > 0 && (
          <TableSwitch title={t(`pulse.metric.${metric}`)} asTable={asTable} onChange={setAsTable} />
        )}
      </Stack>
      {error && !data ? (
        <Box sx={{ borderTop: 1, borderColor: "divider" }}>
          <ErrorState
            title={texts.loadFailed}
            message={describeError(error)}
            onRetry={() => void refetch()}
          />
        </Box>
      ) : (
        <>
          <PulseTiles pulse={data} metric={metric} onChoose={setMetric} />
          <PulseChart pulse={data} metric={metric} asTable={asTable} />
          {data && <PulseChannels pulse={data} />}
        </>
      )}
    </Card>
  );
}

const tones = {
  healthy: "success",
  degraded: "warning",
  failing: "error",
  idle: "neutral",
  // The last figures are old.
  unknown: "neutral",
} as const satisfies Record<PulseState | "unknown", string>;

/** The state in a word, and why it is not healthy. */
function Verdict({ pulse, stale }: { pulse: Pulse; stale: boolean }) {
  const { t } = useTranslation("dashboard");
  const { state, failingChannels, degradedChannels, errorShare } = classifyPulse(pulse);
  const known = stale ? "unknown" : state;
  const reasons = [
    failingChannels > 0 && t("pulse.failing", { count: failingChannels }),
    degradedChannels > 0 && t("pulse.degraded", { count: degradedChannels }),
    state !== "healthy" && errorShare > 0 && t("pulse.error_share", { share: formatShare(errorShare) }),
  ].filter((reason) => reason !== false);
  return (
    <Stack
      direction="row"
      role="status"
      sx={{
        alignItems: "center",
        gap: 1,
        minWidth: 0,
        flexWrap: "wrap",
        // On phones below the title, its time and its button.
        order: { xs: 1, sm: 0 },
        width: { xs: 1, sm: "auto" },
      }}
    >
      <StatusChip
        tone={tones[known]}
        label={t(`pulse.state.${known}`)}
        {...(tones[known] === "neutral" && { icon: <RemoveCircleOutlineIcon /> })}
      />
      {!stale && reasons.length > 0 && (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {reasons.join(" · ")}
        </Typography>
      )}
    </Stack>
  );
}

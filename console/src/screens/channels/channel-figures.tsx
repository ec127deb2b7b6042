import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import {
  type ChannelHealth,
  type ChannelHealthRange,
  countedAttempts,
  successRate,
  sumHealth,
} from "@tollgate/contract/channel-health";
import type { Channel } from "@tollgate/contract/channels";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartCard } from "../../design-system/chart-card/chart-card";
import { ErrorState } from "../../design-system/error-state/error-state";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { StatCard } from "../../design-system/stat-card/stat-card";
import { describeError } from "../../lib/describe-error";
import { formatDuration, formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { ChannelBalance } from "./channel-balance";
import { channelHealthQuery } from "./channels-queries";
import { formatRate } from "./health-facts";

const HealthChart = lazyPart(async () => (await import("./health-chart")).HealthChart);
const CostChart = lazyPart(async () => (await import("./health-chart")).CostChart);

const ranges: readonly ChannelHealthRange[] = ["6h", "48h", "30d"];
const chartHeight = 220;

interface ChannelFiguresProps {
  channel: Channel;
  descriptor: ProviderDescriptor | undefined;
}

/** Numbers and charts of a channel over a range of time, all from roll-ups. */
export function ChannelFigures({ channel, descriptor }: ChannelFiguresProps) {
  const { t } = useTranslation("channels");
  const [range, setRange] = useState<ChannelHealthRange>("6h");
  const health = useQuery(channelHealthQuery(channel.id, range));
  const choice = (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={range}
      onChange={(_event, next: ChannelHealthRange | null) => next && setRange(next)}
      aria-label={t("page.range")}
    >
      {ranges.map((name) => (
        <ToggleButton key={name} value={name} sx={{ px: 1.5, py: 0.5 }}>
          {t(`page.range_${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
  if (health.isError && !health.data)
    return (
      <ErrorState
        title={t("page.failed")}
        message={describeError(health.error)}
        onRetry={() => void health.refetch()}
      />
    );
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ justifyContent: { sm: "flex-end" } }}>
        {choice}
      </Stack>
      <Cards channel={channel} descriptor={descriptor} health={health.data} />
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 3fr) minmax(0, 2fr)" },
          gap: 2,
        }}
      >
        <ChartCard title={t("page.health_title")} description={t("page.health_hint")}>
          <Chart empty={health.data?.spans.length === 0}>
            {health.data && <HealthChart health={health.data} height={chartHeight} />}
          </Chart>
        </ChartCard>
        <ChartCard title={t("page.usage_title")}>
          <Chart empty={health.data?.usage.spans.length === 0}>
            {health.data && <CostChart usage={health.data.usage} height={chartHeight} />}
          </Chart>
        </ChartCard>
      </Box>
    </Stack>
  );
}

function Chart({ empty, children }: { empty: boolean | undefined; children: ReactNode }) {
  const { t } = useTranslation("channels");
  return (
    <Box sx={{ minHeight: empty ? 0 : chartHeight, px: 1, pb: 1 }}>
      {empty ? (
        <Typography variant="body2" sx={{ px: 1.5, py: 4, textAlign: "center", color: "text.secondary" }}>
          {t("page.no_data")}
        </Typography>
      ) : (
        <Suspense fallback={<Skeleton variant="rounded" height={chartHeight - 24} sx={{ mx: 2.5 }} />}>
          {children}
        </Suspense>
      )}
    </Box>
  );
}

interface CardsProps extends ChannelFiguresProps {
  health: ChannelHealth | undefined;
}

function Cards({ channel, descriptor, health }: CardsProps) {
  const { t } = useTranslation("channels");
  const sum = health && sumHealth(health.spans);
  const rate = sum && successRate(sum);
  const counted = sum ? countedAttempts(sum) : 0;
  const failed = sum ? counted - sum.successes : 0;
  const average = (total: number, count: number): string => (count > 0 ? formatDuration(total / count) : "—");
  const cost = health?.usage.spans.reduce((total, span) => total + span.quota, 0);
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(4, minmax(0, 1fr))" },
        gap: 2,
      }}
    >
      <StatCard
        label={t("page.success_rate")}
        value={sum && (rate === undefined ? "—" : formatRate(rate))}
        note={t("page.failures", { count: failed })}
      />
      <StatCard
        label={t("page.first_token")}
        value={sum && average(sum.first_token_sum, sum.first_token_count)}
        note={sum && t("page.response_note", { time: average(sum.response_sum, sum.successes) })}
      />
      <StatCard
        label={t("page.calls")}
        value={sum && formatNumber(counted + sum.wrong_request)}
        note={
          sum &&
          sum.wrong_request > 0 &&
          t("health.errors", { kind: t("health.kind.wrong_request"), count: sum.wrong_request })
        }
      />
      <StatCard
        label={t("page.cost")}
        value={cost !== undefined && <QuotaText value={cost} />}
        note={
          descriptor?.canReadBalance ? (
            <ChannelBalance channel={channel} descriptor={descriptor} small />
          ) : (
            t("page.cost_note")
          )
        }
      />
    </Box>
  );
}

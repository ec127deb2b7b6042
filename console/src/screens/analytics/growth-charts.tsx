import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import { useQuery } from "@tanstack/react-query";
import type { Growth } from "@tollgate/contract/analytics";
import { useTranslation } from "react-i18next";
import type { ChartSeries } from "../../design-system/charts/chart-series";
import { seriesLook } from "../../design-system/charts/series-look";
import { formatNumber } from "../../lib/format-number";
import { useLanguage } from "../../lib/i18n/use-language";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { ChartFigure } from "../../widgets/usage-charts/chart-figure";
import { paidText } from "../../widgets/usage-charts/paid-text";
import { FailedCard } from "../../widgets/usage-charts/failed-card";
import { chartPlaces } from "../../widgets/usage-charts/chart-places";
import { readerZone } from "../../widgets/usage-charts/reader-zone";
import type { RangeChoice } from "../../widgets/usage-charts/range-choice";
import { TimeChartCard } from "../../widgets/usage-charts/time-chart-card";
import { useMetricFormat } from "../../widgets/usage-charts/use-metric-format";
import { growthQuery } from "../../widgets/usage-charts/usage-queries";

/** New users, redeemed codes and paid orders of the range, each with the list behind it a click away. */
export function GrowthCharts({ range }: { range: RangeChoice }) {
  const { t } = useTranslation("analytics");
  const { language } = useLanguage();
  const { mode } = useTheme().palette;
  const format = useMetricFormat();
  const { data, error, refetch } = useQuery(growthQuery(range));
  if (error && !data)
    return <FailedCard title={t("failed.growth")} error={error} onRetry={() => void refetch()} />;
  const series = (...parts: { id: string; label: string; values: number[] }[]): ChartSeries[] | undefined =>
    data &&
    parts
      .map((part, slot) => ({ ...part, look: seriesLook(slot, mode) }))
      .filter(({ values }) => values.some((value) => value > 0));
  const shared = {
    kind: "bar" as const,
    places: data && chartPlaces({ starts: data.starts, step: data.step, language, zone: readerZone() }),
    addsUp: true,
    height: 180,
  };
  const counted = {
    ...shared,
    integers: true,
    format: (value: number) => format.short("requests", value),
    exact: (value: number) => formatNumber(value),
  };
  const money = {
    ...shared,
    integers: false,
    format: (value: number) => format.short("quota", value),
    exact: (value: number) => format.whole("quota", value),
  };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
      }}
    >
      <TimeChartCard
        {...counted}
        title={t("growth.registrations")}
        figure={data && <Registrations growth={data} />}
        empty={t("growth.no_registrations")}
        hrefOf={() => "/panel/user?order=-id"}
        series={
          data &&
          series(
            { id: "direct", label: t("growth.direct"), values: data.registrations.direct },
            { id: "invited", label: t("growth.invited"), values: data.registrations.invited },
          )
        }
      />
      <TimeChartCard
        {...money}
        title={t("growth.redemptions")}
        figure={data && <Redemptions growth={data} />}
        empty={t("growth.no_redemptions")}
        hrefOf={() => "/panel/redemption"}
        series={data && series({ id: "quota", label: t("growth.credited"), values: data.redemptions.quota })}
      />
      <TimeChartCard
        {...money}
        title={t("growth.orders")}
        figure={data && <Orders growth={data} />}
        empty={t("growth.no_orders")}
        hrefOf={() => "/panel/payment?view=orders"}
        series={data && series({ id: "quota", label: t("growth.credited"), values: data.orders.quota })}
      />
    </Box>
  );
}

const ordersOf = (sums: Growth["orders"]["current"]): number =>
  sums.reduce((total, { orders }) => total + orders, 0);
const quotaOf = (sums: Growth["orders"]["current"]): number =>
  sums.reduce((total, { quota }) => total + quota, 0);

function Registrations({ growth: { registrations } }: { growth: Growth }) {
  const { current, previous } = registrations;
  const [now, before] = [current.direct + current.invited, previous.direct + previous.invited];
  return (
    <ChartFigure value={formatNumber(now)} current={now} previous={before} before={formatNumber(before)} />
  );
}

function Redemptions({ growth: { redemptions } }: { growth: Growth }) {
  const { t } = useTranslation("analytics");
  const format = useMetricFormat();
  const { current, previous } = redemptions;
  return (
    <ChartFigure
      value={<QuotaText value={current.quota} />}
      current={current.quota}
      previous={previous.quota}
      before={format.short("quota", previous.quota)}
      note={t("growth.redemptions_note", {
        codes: t("growth.codes", { count: current.codes, number: formatNumber(current.codes) }),
        users: t("growth.users", { count: current.users, number: formatNumber(current.users) }),
      })}
    />
  );
}

function Orders({ growth: { orders } }: { growth: Growth }) {
  const { t } = useTranslation("analytics");
  const format = useMetricFormat();
  const [now, before] = [quotaOf(orders.current), quotaOf(orders.previous)];
  const count = ordersOf(orders.current);
  const amounts = paidText(orders.current);
  return (
    <ChartFigure
      value={<QuotaText value={now} />}
      current={now}
      previous={before}
      before={format.short("quota", before)}
      note={
        count === 0
          ? t("growth.orders_none")
          : t("growth.orders_note", { count, number: formatNumber(count), amounts })
      }
    />
  );
}

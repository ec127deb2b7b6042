import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UsageSeries } from "@tollgate/contract/analytics";
import { averageLatency, type Figures } from "@tollgate/contract/figures";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { DataTable } from "../../design-system/data-table/data-table";
import { formatNumber } from "../../lib/format-number";
import { useLanguage } from "../../lib/i18n/use-language";
import { DurationText } from "../../widgets/duration-text/duration-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { chartPlaces } from "../../widgets/usage-charts/chart-places";
import { logAddress } from "../../widgets/usage-charts/log-address";
import { readerZone } from "../../widgets/usage-charts/reader-zone";
import { figuresAt } from "../../widgets/usage-charts/usage-metrics";
import type { Scope } from "../../widgets/usage-charts/usage-queries";

interface Day {
  start: number;
  name: string;
  href: string;
  sums: Figures;
}

/** The days of the week, today first; a day links to its calls. Undefined while loading. */
export function DaysTable({ usage, scope }: { usage: UsageSeries | undefined; scope: Scope }) {
  const { t } = useTranslation("dashboard");
  const { language } = useLanguage();
  const days = useMemo(() => usage && daysOf(usage, scope, language), [usage, scope, language]);
  const columns = useMemo<DataColumn<Day>[]>(
    () => [
      { id: "day", header: t("days.day"), cell: ({ row }) => <DayName day={row.original} /> },
      {
        id: "requests",
        header: () => <RequestsLabel>{t("models.requests")}</RequestsLabel>,
        cell: ({ row }) => formatNumber(row.original.sums.requests),
        meta: { numeric: true },
      },
      {
        id: "input",
        header: t("models.input"),
        cell: ({ row }) => formatNumber(row.original.sums.prompt_tokens),
        meta: { leaves: 2, numeric: true },
      },
      {
        id: "output",
        header: t("models.output"),
        cell: ({ row }) => formatNumber(row.original.sums.completion_tokens),
        meta: { leaves: 3, numeric: true },
      },
      {
        id: "time",
        header: t("models.time"),
        cell: ({ row }) => <AverageTime sums={row.original.sums} />,
        meta: { leaves: 1, numeric: true },
      },
      {
        id: "spend",
        header: t("models.spend"),
        cell: ({ row }) => <QuotaText value={row.original.sums.quota} />,
        meta: { numeric: true },
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t("days.title")}
      columns={columns}
      rows={days}
      rowId={({ start }) => String(start)}
      empty={null}
      toolbar={
        <Typography variant="h3" component="h2" sx={{ fontSize: 15, px: { xs: 1, sm: 1.25 }, py: 0.75 }}>
          {t("days.title")}
        </Typography>
      }
      card={(day) => (
        <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
          <Stack>
            <Typography variant="subtitle2" component="div">
              <DayName day={day} />
            </Typography>
            <Typography variant="body2" sx={{ color: "text.secondary" }}>
              {t("models.requestCount", {
                count: day.sums.requests,
                number: formatNumber(day.sums.requests),
              })}
            </Typography>
          </Stack>
          <Typography variant="subtitle2">
            <QuotaText value={day.sums.quota} />
          </Typography>
        </Stack>
      )}
    />
  );
}

function daysOf(usage: UsageSeries, scope: Scope, language: string): Day[] {
  const places = chartPlaces({ starts: usage.starts, step: usage.step, language, zone: readerZone() });
  return usage.starts
    .map((start, index) => ({
      start,
      name: places[index]?.title ?? "",
      href: logAddress({
        start,
        end: usage.starts[index + 1] ?? usage.period.end,
        mine: scope === "mine",
      }),
      sums: figuresAt(usage.values, index),
    }))
    .reverse();
}

function DayName({ day }: { day: Day }) {
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap" }}>
      {day.sums.requests === 0 ? (
        day.name
      ) : (
        <Link component={RouterLink} to={day.href} color="inherit" underline="hover">
          {day.name}
        </Link>
      )}
    </Box>
  );
}

function AverageTime({ sums }: { sums: Figures }) {
  const time = averageLatency(sums);
  return time === undefined ? "–" : <DurationText value={time} />;
}

import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UsageSeries } from "@tollgate/contract/analytics";
import { averageFirstToken, averageLatency, errorCount, type Figures } from "@tollgate/contract/figures";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import type { SeriesLook } from "../../design-system/charts/series-look";
import { SeriesSwatch } from "../../design-system/charts/series-swatch";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { DataTable } from "../../design-system/data-table/data-table";
import { describeError } from "../../lib/describe-error";
import { formatNumber, formatShare } from "../../lib/format-number";
import { DurationText } from "../duration-text/duration-text";
import { QuotaText } from "../quota-text/quota-text";
import { RequestsLabel } from "../requests-label/requests-label";
import { ShareBar } from "./share-bar";
import { groupLabel, otherId } from "./usage-chart-series";
import type { UsageCharts } from "./use-usage-charts";

interface Row {
  id: string;
  label: string;
  look: SeriesLook;
  href: string | undefined;
  total: Figures;
  /** Of the period's spend, 0 to 1. */
  share: number;
}

interface UsageTableProps {
  title: string;
  /** Above the names. */
  nameLabel: string;
  /** Undefined while loading. */
  usage: UsageSeries | undefined;
  charts: UsageCharts;
  /** Shown while there is no usage. */
  error?: Error | null;
  onRetry?: () => void;
}

/** Groups of a period with all their numbers; a name links to its calls. */
export function UsageTable({ title, nameLabel, usage, charts, error, onRetry }: UsageTableProps) {
  const { t } = useTranslation("usage-charts");
  const columns = useColumns(nameLabel);
  const rows = useMemo(
    () => usage && rowsOf(usage, charts, (count) => t("table_columns.more", { count })),
    [usage, charts, t],
  );
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      empty={null}
      {...(error && { error: describeError(error) })}
      {...(onRetry && { onRetry })}
      toolbar={
        <Typography variant="h3" component="h2" sx={{ fontSize: 15, px: { xs: 1, sm: 1.25 }, py: 0.75 }}>
          {title}
        </Typography>
      }
      card={(row) => <RowCard row={row} />}
    />
  );
}

/** A row for each group, and one for those that are summed up. */
function rowsOf(
  usage: UsageSeries,
  { labels, lookOf, hrefOfGroup }: UsageCharts,
  more: (count: number) => string,
): Row[] {
  const toRow = (id: string, label: string, total: Figures): Row => ({
    id,
    label,
    look: lookOf(id),
    href: hrefOfGroup(id),
    total,
    share: usage.total.quota === 0 ? 0 : total.quota / usage.total.quota,
  });
  return [
    ...usage.groups.map((group) => toRow(group.key, groupLabel(group, labels), group.total)),
    ...(usage.other ? [toRow(otherId, more(usage.other.groups), usage.other.total)] : []),
  ];
}

function useColumns(name: string): DataColumn<Row>[] {
  const { t } = useTranslation("usage-charts");
  return useMemo<DataColumn<Row>[]>(() => {
    const numeric = (width: number, leaves?: number) => ({
      meta: { numeric: true, width, ...(leaves !== undefined && { leaves }) },
    });
    return [
      {
        id: "name",
        header: name,
        meta: { minWidth: 200 },
        cell: ({ row }) => <RowName row={row.original} />,
      },
      {
        id: "requests",
        header: () => <RequestsLabel>{t("table_columns.requests")}</RequestsLabel>,
        ...numeric(110),
        cell: ({ row }) => formatNumber(row.original.total.requests),
      },
      {
        id: "errors",
        header: t("table_columns.errors"),
        ...numeric(90),
        cell: ({ row }) => formatShare(errorShare(row.original.total)),
      },
      {
        id: "input",
        header: t("table_columns.input"),
        ...numeric(120, 2),
        cell: ({ row }) => formatNumber(row.original.total.prompt_tokens),
      },
      {
        id: "output",
        header: t("table_columns.output"),
        ...numeric(120, 1),
        cell: ({ row }) => formatNumber(row.original.total.completion_tokens),
      },
      {
        id: "latency",
        header: t("table_columns.latency"),
        ...numeric(110, 3),
        cell: ({ row }) => <Duration value={averageLatency(row.original.total)} />,
      },
      {
        id: "first_token",
        header: t("table_columns.first_token"),
        ...numeric(110, 0),
        cell: ({ row }) => <Duration value={averageFirstToken(row.original.total)} />,
      },
      {
        id: "quota",
        header: t("table_columns.quota"),
        ...numeric(110),
        cell: ({ row }) => <QuotaText value={row.original.total.quota} />,
      },
      {
        id: "share",
        header: t("table_columns.share"),
        ...numeric(130),
        cell: ({ row }) => <ShareBar value={row.original.share} />,
      },
    ];
  }, [t, name]);
}

function Duration({ value }: { value: number | undefined }) {
  return value === undefined ? "–" : <DurationText value={value} />;
}

function RowCard({ row }: { row: Row }) {
  const { t } = useTranslation("usage-charts");
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
        <Typography variant="subtitle2" noWrap>
          <RowName row={row} />
        </Typography>
        <Typography variant="subtitle2">
          <QuotaText value={row.total.quota} />
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("table_columns.card", {
            count: row.total.requests,
            requests: formatNumber(row.total.requests),
            errors: formatShare(errorShare(row.total)),
          })}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {formatShare(row.share)}
        </Typography>
      </Stack>
    </Stack>
  );
}

function RowName({ row }: { row: Row }) {
  return (
    <Box
      component="span"
      sx={{ display: "inline-flex", alignItems: "center", gap: 1, minWidth: 0, maxWidth: 1 }}
    >
      <SeriesSwatch look={row.look} />
      <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis" }}>
        {row.href === undefined ? (
          row.label
        ) : (
          <Link component={RouterLink} to={row.href} color="inherit" underline="hover">
            {row.label}
          </Link>
        )}
      </Box>
    </Box>
  );
}

const errorShare = (total: Figures): number =>
  total.requests === 0 ? 0 : errorCount(total) / total.requests;

import Box from "@mui/material/Box";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { CellLine } from "../../design-system/cell-line/cell-line";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { ChannelOfRow } from "./channel-of-row";
import { cachedTokens, countsTokens } from "./counts-tokens";
import { FilterButton, FilterLink } from "./filter-link";
import { LogDuration, tokensPerSecond } from "./log-duration";
import { LogSubject } from "./log-subject";
import { LogTypeChip } from "./log-type-chip";
import { OutcomeChip, outcomeReason } from "./outcome-chip";

/**
 * What a row of the log shows; channel and user only where everyone's rows are shown. On narrow screens the least important columns are hidden; time,
 * model, outcome and cost never are.
 */
export function logColumns(t: TFunction<"logs">, everybody: boolean): DataColumn<LogRow>[] {
  return [
    {
      id: "created_at",
      header: t("columns.created_at"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 115 },
      cell: ({ row }) => <TimeText value={row.original.created_at} />,
    },
    ...(everybody ? adminColumns(t) : [tokenColumn(t)]),
    {
      id: "type",
      header: t("columns.type"),
      meta: { leaves: 2, hiddenAtFirst: true },
      cell: ({ row }) => <LogTypeChip type={row.original.type} />,
    },
    {
      id: "model",
      header: t("columns.model"),
      meta: { content: 150, minWidth: 170 },
      cell: ({ row }) => <ModelCell row={row.original} />,
    },
    {
      id: "outcome",
      header: t("columns.outcome"),
      enableHiding: false,
      meta: { content: 120 },
      cell: ({ row }) => <OutcomeCell row={row.original} />,
    },
    ...numberColumns(t),
    {
      id: "quota",
      header: t("columns.quota"),
      enableHiding: false,
      meta: { content: 59, numeric: true },
      cell: ({ row: { original: row } }) =>
        (row.quota !== 0 || row.type === logTypes.consumption) && (
          <QuotaText value={row.quota} exact signed={row.type !== logTypes.consumption} />
        ),
    },
    {
      id: "source_ip",
      header: t("columns.source_ip"),
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: ({ row: { original: row } }) => <SourceIp row={row} everybody={everybody} />,
    },
  ];
}

/** A long name over short numbers, as high as the other headers. */
const twoLines: CSSProperties = {
  display: "inline-block",
  width: "min-content",
  lineHeight: "13px",
  whiteSpace: "normal",
  wordBreak: "keep-all",
};

/** How long and how much. */
function numberColumns(t: TFunction<"logs">): DataColumn<LogRow>[] {
  return [
    {
      id: "duration",
      header: t("columns.duration"),
      meta: { content: 87, leaves: 7, numeric: true },
      cell: ({ row }) => <LogDuration row={row.original} />,
    },
    {
      id: "speed",
      header: t("columns.speed"),
      meta: { leaves: 3, numeric: true, label: t("columns.speed_label") },
      cell: ({ row }) => {
        const rate = tokensPerSecond(row.original);
        return rate === undefined ? null : formatNumber(rate, rate < 10 ? 1 : 0);
      },
    },
    {
      id: "input",
      header: t("columns.input"),
      meta: { leaves: 5, numeric: true },
      cell: ({ row }) => tokens(row.original, row.original.prompt_tokens),
    },
    {
      id: "cached",
      header: () => <span style={twoLines}>{t("columns.cached")}</span>,
      meta: { leaves: 4, label: t("columns.cached"), numeric: true },
      cell: ({ row: { original: row } }) => {
        const cached = cachedTokens(row);
        return cached === 0 ? null : tokens(row, cached);
      },
    },
    {
      id: "output",
      header: t("columns.output"),
      meta: { leaves: 6, numeric: true },
      cell: ({ row }) => tokens(row.original, row.original.completion_tokens),
    },
  ];
}

function adminColumns(t: TFunction<"logs">): DataColumn<LogRow>[] {
  return [
    {
      id: "channel",
      header: t("columns.channel"),
      meta: { content: 153, leaves: 8, minWidth: 100 },
      cell: ({ row: { original: row } }) =>
        row.channel_id !== 0 && (
          <FilterLink to={{ channel_id: row.channel_id }} title={row.channel?.name ?? `#${row.channel_id}`}>
            <ChannelOfRow row={row} />
          </FilterLink>
        ),
    },
    {
      id: "user",
      header: t("columns.user_token"),
      meta: { content: 110, leaves: 9, minWidth: 90 },
      cell: ({ row: { original: row } }) => (
        <div style={{ overflow: "hidden" }}>
          <CellLine>
            {row.username && (
              <FilterLink to={{ username: row.username }} title={row.username}>
                {row.username}
              </FilterLink>
            )}
          </CellLine>
          <CellLine variant="caption" quiet>
            {row.token_name && (
              <FilterLink to={{ token_name: row.token_name }} title={row.token_name}>
                {row.token_name}
              </FilterLink>
            )}
          </CellLine>
        </div>
      ),
    },
  ];
}

function tokenColumn(t: TFunction<"logs">): DataColumn<LogRow> {
  return {
    id: "token",
    header: t("columns.token"),
    meta: { leaves: 8, minWidth: 90 },
    cell: ({ row: { original: row } }) =>
      row.token_name && (
        <FilterLink to={{ token_name: row.token_name }} title={row.token_name}>
          {row.token_name}
        </FilterLink>
      ),
  };
}

// Not styled components: lists have hundreds of cells.
const modelCell = { display: "flex", alignItems: "center", gap: 4, minWidth: 0 } as const;
const outcomeCell = { lineHeight: "16px", maxWidth: 160 } as const;

/** A click on the model opens the row, as anywhere beside values; the sign behind it narrows the list. */
function ModelCell({ row }: { row: LogRow }) {
  return (
    <div style={modelCell}>
      <LogSubject row={row} />
      {row.model_name && <FilterButton to={{ model_name: row.model_name }} title={row.model_name} />}
    </div>
  );
}

/** The outcome, and below it why. */
function OutcomeCell({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  if (row.outcome === null) return null;
  const reason = outcomeReason(t, row);
  return (
    <div style={outcomeCell}>
      <FilterLink to={{ outcome: row.outcome }} title={t(`outcome.${row.outcome}`)}>
        <OutcomeChip row={row} />
      </FilterLink>
      {reason !== "" && (
        <CellLine variant="caption" quiet title={reason}>
          {reason}
        </CellLine>
      )}
    </div>
  );
}

function SourceIp({ row, everybody }: { row: LogRow; everybody: boolean }) {
  if (row.source_ip === "") return null;
  const text = (
    <Box component="span" sx={{ fontFamily: "monospace" }}>
      {row.source_ip}
    </Box>
  );
  if (!everybody) return text;
  return (
    <FilterLink to={{ source_ip: row.source_ip }} title={row.source_ip}>
      {text}
    </FilterLink>
  );
}

function tokens(row: LogRow, count: number) {
  return countsTokens(row) ? formatNumber(count) : null;
}

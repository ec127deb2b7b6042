import BoltIcon from "@mui/icons-material/Bolt";
import CachedIcon from "@mui/icons-material/Cached";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type LogRow, logTypes } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatNumber } from "../../lib/format-number";
import { passedOnPath } from "../../widgets/price-explanation/explain-log-row";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { LogDuration } from "./log-duration";
import { countsTokens } from "./counts-tokens";
import { LogTypeChip, OutcomeChip } from "./log-type-chip";

/** What a row of the log shows; channel and user only where the viewer may see everybody's rows. */
export function logColumns(t: TFunction<"logs">, everybody: boolean): DataColumn<LogRow>[] {
  return [
    {
      id: "created_at",
      header: t("columns.created_at"),
      enableSorting: true,
      enableHiding: false,
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
      meta: { minWidth: 180 },
      cell: ({ row }) => <LogSubject row={row.original} />,
    },
    {
      id: "duration",
      header: t("columns.duration"),
      meta: { leaves: 6, numeric: true },
      cell: ({ row }) => <LogDuration row={row.original} />,
    },
    {
      id: "input",
      header: t("columns.input"),
      meta: { leaves: 4, numeric: true },
      cell: ({ row }) => tokens(row.original, row.original.prompt_tokens),
    },
    {
      id: "output",
      header: t("columns.output"),
      meta: { leaves: 5, numeric: true },
      cell: ({ row }) => tokens(row.original, row.original.completion_tokens),
    },
    {
      id: "quota",
      header: t("columns.quota"),
      meta: { numeric: true },
      cell: ({ row: { original: row } }) =>
        (row.quota !== 0 || row.type === logTypes.consumption) && (
          <QuotaText value={row.quota} decimals={6} signed={row.type !== logTypes.consumption} />
        ),
    },
    {
      id: "end_reason",
      header: t("columns.end_reason"),
      meta: { hiddenAtFirst: true },
      cell: ({ row }) => <OutcomeChip row={row.original} />,
    },
    {
      id: "source_ip",
      header: t("columns.source_ip"),
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: ({ row }) => row.original.source_ip && <MonoText>{row.original.source_ip}</MonoText>,
    },
  ];
}

function adminColumns(t: TFunction<"logs">): DataColumn<LogRow>[] {
  return [
    {
      id: "channel",
      header: t("columns.channel"),
      meta: { leaves: 7, minWidth: 110 },
      cell: ({ row }) => <ChannelOfRow row={row.original} />,
    },
    {
      id: "user",
      header: t("columns.user_token"),
      meta: { leaves: 8, minWidth: 100 },
      cell: ({ row: { original: row } }) => (
        <Box sx={{ lineHeight: "16px", overflow: "hidden" }}>
          <Typography variant="body2" noWrap title={row.username}>
            {row.username}
          </Typography>
          <Typography
            variant="caption"
            component="div"
            noWrap
            title={row.token_name}
            sx={{ color: "text.secondary" }}
          >
            {row.token_name}
          </Typography>
        </Box>
      ),
    },
  ];
}

function tokenColumn(t: TFunction<"logs">): DataColumn<LogRow> {
  return {
    id: "token",
    header: t("columns.token"),
    meta: { leaves: 7, minWidth: 110 },
    cell: ({ row }) => <span title={row.original.token_name}>{row.original.token_name}</span>,
  };
}

function tokens(row: LogRow, count: number) {
  return countsTokens(row) ? formatNumber(count) : null;
}

/** The channel that answered: its name, or its number once it was deleted. */
export function ChannelOfRow({ row }: { row: LogRow }) {
  if (row.channel_id === 0) return null;
  return (
    <span title={`${row.channel?.name ?? ""} #${row.channel_id}`}>
      {row.channel?.name ?? ""}
      <Box component="span" sx={{ color: "text.secondary" }}>{` #${row.channel_id}`}</Box>
    </span>
  );
}

/** The model with its stream mark and an outcome that was not the usual one; on other kinds of row, what happened. */
export function LogSubject({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const end = row.metadata.end_reason;
  const path = passedOnPath(row);
  if (path !== undefined) return <PassedOnSubject row={row} path={path} />;
  const model = row.model_name || (row.metadata.requested_model ?? "");
  const refused = row.metadata.refused_reason !== undefined;
  if (model === "" && !refused) {
    return (
      <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
        <LogTypeChip type={row.type} />
        <Typography variant="body2" component="span" noWrap title={row.content}>
          {row.content}
        </Typography>
      </Stack>
    );
  }
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 0.75, minWidth: 0 }}>
      <Box
        component="span"
        title={model}
        sx={{ fontWeight: 500, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
      >
        {model || "—"}
      </Box>
      {row.is_stream && (
        <Tooltip title={t("stream")}>
          <BoltIcon aria-label={t("stream")} role="img" sx={{ fontSize: 15, color: "text.secondary" }} />
        </Tooltip>
      )}
      {row.metadata.cache_hit && (
        <StatusChip tone="info" icon={<CachedIcon />} label={t("cache_hit")} hint={t("note.cache_hit")} />
      )}
      {end && end !== "completed" && <OutcomeChip row={row} />}
    </Stack>
  );
}

/** A call that was passed on unread: its path is all that is known of it. */
function PassedOnSubject({ row, path }: { row: LogRow; path: string }) {
  const { t } = useTranslation("logs");
  const end = row.metadata.end_reason;
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <Tooltip title={t("note.passed_on")}>
        <Chip size="small" variant="outlined" label={t("passed_on")} />
      </Tooltip>
      <Typography variant="body2" component="span" noWrap title={path}>
        {path}
      </Typography>
      {end && end !== "completed" && <OutcomeChip row={row} />}
    </Stack>
  );
}

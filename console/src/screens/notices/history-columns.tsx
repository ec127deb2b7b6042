import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Notice } from "@tollgate/contract/notices";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";
import { TimeText } from "../../design-system/time-text/time-text";
import { reasonText } from "./reason-text";

const tones: Record<Notice["status"], StatusTone> = { sent: "success", queued: "info", failed: "error" };

/** Columns of the history. */
export function historyColumns(t: TFunction<"notices">): DataColumn<Notice>[] {
  return [
    {
      id: "id",
      header: t("columns.time"),
      enableSorting: true,
      meta: { content: 115 },
      cell: ({ row }) => <TimeText value={row.original.created_time} />,
    },
    {
      id: "channel",
      header: t("columns.channel"),
      meta: { content: 82, leaves: 4, minWidth: 90 },
      cell: ({ row }) => row.original.channel_name,
    },
    {
      id: "event",
      header: t("columns.event"),
      enableHiding: false,
      meta: { content: 123, minWidth: 120 },
      cell: ({ row }) => t(`event.${row.original.event}`),
    },
    {
      id: "label",
      header: t("columns.subject"),
      meta: { content: 174, leaves: 5, minWidth: 80 },
      cell: ({ row }) => row.original.label || "—",
    },
    {
      id: "count",
      header: t("columns.count"),
      meta: { leaves: 1, numeric: true },
      accessorFn: ({ count }) => count,
    },
    {
      id: "attempts",
      header: t("columns.attempts"),
      meta: { leaves: 2, numeric: true },
      accessorFn: ({ attempts }) => attempts,
    },
    {
      id: "status",
      header: t("columns.status"),
      meta: { content: 218, minWidth: 150 },
      cell: ({ row }) => <NoticeStatus notice={row.original} />,
    },
    {
      id: "sent_time",
      header: t("columns.next"),
      meta: { content: 115, leaves: 3 },
      cell: ({ row: { original: notice } }) => <TimeText value={notice.sent_time || notice.next_time} />,
    },
  ];
}

/** What became of a message, and why not. */
export function NoticeStatus({ notice }: { notice: Notice }) {
  const { t } = useTranslation("notices");
  const { status, last_error: reason, attempts } = notice;
  const word = status === "queued" && attempts > 0 ? "retrying" : status;
  return (
    <Stack
      direction="row"
      sx={{ alignItems: "center", gap: 1, minWidth: 0, flexWrap: { xs: "wrap", sm: "nowrap" } }}
    >
      <StatusChip
        tone={word === "retrying" ? "warning" : tones[status]}
        label={t(`status.${word}`)}
        hint={reason || undefined}
      />
      {reason !== "" && (
        <Typography variant="body2" title={reason} sx={reasonText}>
          {reason}
        </Typography>
      )}
    </Stack>
  );
}

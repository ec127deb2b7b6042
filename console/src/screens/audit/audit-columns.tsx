import Box from "@mui/material/Box";
import type { AuditEntry } from "@tollgate/contract/audit";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { AuditAction } from "../../widgets/audit-entries/audit-action";
import { AuditDetailLine } from "../../widgets/audit-entries/audit-detail";
import { AuditTarget } from "../../widgets/audit-entries/audit-target";

/** Columns of the audit log. */
export function auditColumns(t: TFunction<"audit">): DataColumn<AuditEntry>[] {
  return [
    {
      id: "created_at",
      header: t("columns.created_at"),
      enableSorting: true,
      meta: { content: 115 },
      cell: ({ row }) => <TimeText value={row.original.created_at} />,
    },
    {
      id: "actor",
      header: t("columns.actor"),
      meta: { content: 79, minWidth: 90 },
      cell: ({ row }) => (
        <Box component="span" title={row.original.actor_name}>
          {row.original.actor_name}
        </Box>
      ),
    },
    {
      id: "action",
      header: t("columns.action"),
      enableHiding: false,
      meta: { content: 166, minWidth: 130 },
      cell: ({ row }) => <AuditAction action={row.original.action} />,
    },
    {
      id: "target",
      header: t("columns.target"),
      meta: { content: 218, minWidth: 110 },
      cell: ({ row }) => <AuditTarget entry={row.original} />,
    },
    {
      id: "detail",
      header: t("columns.detail"),
      meta: { content: 265, leaves: 2, minWidth: 140 },
      cell: ({ row }) => <AuditDetailLine entry={row.original} />,
    },
    {
      id: "source_ip",
      header: t("columns.source_ip"),
      meta: { content: 63, leaves: 1 },
      cell: ({ row }) =>
        row.original.source_ip === "" ? "—" : <MonoText>{row.original.source_ip}</MonoText>,
    },
  ];
}

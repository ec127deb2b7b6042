import HistoryIcon from "@mui/icons-material/History";
import Link from "@mui/material/Link";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type AuditEntry, listAudit } from "@tollgate/contract/audit";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import type { TFunction } from "i18next";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { TimeText } from "../../design-system/time-text/time-text";
import { call } from "../../lib/api-client";
import { describeError } from "../../lib/describe-error";
import { AuditAction, describeAction } from "../../widgets/audit-entries/audit-action";
import { AuditDetailLine } from "../../widgets/audit-entries/audit-detail";
import { AuditTarget } from "../../widgets/audit-entries/audit-target";
import type { LogListState } from "./log-filters";
import type { LogQuery } from "./logs-queries";

const managementQuery = (query: Partial<EndpointQuery<typeof listAudit>>) =>
  queryOptions({
    queryKey: ["logs", "management", query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });

interface ManagementEntriesProps {
  state: LogListState;
  query: LogQuery;
  toolbar: ReactNode;
}

/** What administrators did, from the audit log, each with a link to what it is about. */
export function ManagementEntries({ state, query, toolbar }: ManagementEntriesProps) {
  const { t } = useTranslation("logs");
  const { start_timestamp = 0, end_timestamp = 0, username: actor = "" } = query;
  const { page, size, order } = state;
  const entries = useQuery(managementQuery({ page, size, order, start_timestamp, end_timestamp, actor }));
  const columns = useMemo(() => managementColumns(t), [t]);
  return (
    <DataTable<AuditEntry>
      label={t("tabs.3")}
      storageName="logs-management"
      columns={columns}
      rows={entries.data?.data}
      rowId={(entry) => String(entry.id)}
      rowLabel={(entry) => describeAction(entry.action)}
      list={state}
      total={entries.data?.total_count}
      totalCapped={entries.data?.total_capped}
      fetching={entries.isFetching}
      error={entries.error ? describeError(entries.error) : undefined}
      onRetry={() => void entries.refetch()}
      toolbar={toolbar}
      empty={
        <ListEmpty
          narrowed={state.narrowed}
          onClear={state.clear}
          icon={<HistoryIcon />}
          title={t("management.empty")}
          description={t("management.empty_body")}
        />
      }
    />
  );
}

/** Below the list: link to the full audit log. */
export function AuditLogLink() {
  const { t } = useTranslation("logs");
  return (
    <Link component={RouterLink} to="/panel/audit" variant="body2" sx={{ display: "inline-block", mt: 1.5 }}>
      {t("management.audit_log")}
    </Link>
  );
}

function managementColumns(t: TFunction<"logs">): DataColumn<AuditEntry>[] {
  return [
    {
      id: "created_at",
      header: t("columns.created_at"),
      enableSorting: true,
      cell: ({ row }) => <TimeText value={row.original.created_at} />,
    },
    {
      id: "actor",
      header: t("management.actor"),
      meta: { minWidth: 90 },
      cell: ({ row }) => row.original.actor_name,
    },
    {
      id: "action",
      header: t("management.action"),
      enableHiding: false,
      meta: { minWidth: 130 },
      cell: ({ row }) => <AuditAction action={row.original.action} />,
    },
    {
      id: "target",
      header: t("management.target"),
      meta: { minWidth: 110 },
      cell: ({ row }) => <AuditTarget entry={row.original} />,
    },
    {
      id: "detail",
      header: t("management.detail"),
      meta: { leaves: 1, minWidth: 140 },
      cell: ({ row }) => <AuditDetailLine entry={row.original} />,
    },
  ];
}

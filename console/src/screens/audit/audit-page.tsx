import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import HistoryIcon from "@mui/icons-material/History";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "@tollgate/contract/audit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { describeAction } from "../../widgets/audit-entries/audit-action";
import { AuditCard } from "./audit-card";
import { auditColumns } from "./audit-columns";
import { auditFilterDefaults, auditQueryOf, useAuditFilters } from "./audit-filters";
import { AuditPanel } from "./audit-panel";
import { auditQuery } from "./audit-queries";

const listOptions = { filters: auditFilterDefaults, defaultSize: 20 };

/** Fetches what the page asks for first. */
export function prefetchAudit(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, auditQuery(auditQueryOf({ query: startQuery(listOptions) }, new Date())));
}

/** The audit log: who changed what, and who signed in. Read-only. */
export function AuditPage() {
  const { t } = useTranslation("audit");
  const state = useListState(listOptions);
  const [now, setNow] = useState(() => new Date());
  const entries = useQuery(auditQuery(auditQueryOf(state, now)));
  const [open, setOpen] = useState<AuditEntry>();
  const filters = useAuditFilters(state);
  const columns = useMemo(() => auditColumns(t), [t]);
  const refresh = () => {
    setNow(new Date());
    void entries.refetch();
  };

  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} />
      <DataTable<AuditEntry>
        label={t("title")}
        storageName="audit"
        columns={columns}
        rows={entries.data?.data}
        rowId={(entry) => String(entry.id)}
        rowLabel={(entry) => describeAction(entry.action)}
        list={state}
        total={entries.data?.total_count}
        totalCapped={entries.data?.total_capped}
        fetching={entries.isFetching}
        error={entries.error ? describeError(entries.error) : undefined}
        onRetry={refresh}
        toolbar={
          <ListToolbar
            search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={filters}
            onRefresh={refresh}
            refreshing={entries.isFetching}
          />
        }
        onRowClick={setOpen}
        rowButtons={1}
        rowActions={(entry) => [
          {
            id: "open",
            label: t("panel.open"),
            icon: <ChevronRightIcon />,
            visible: true,
            run: () => setOpen(entry),
          },
        ]}
        card={(entry) => <AuditCard entry={entry} onOpen={() => setOpen(entry)} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<HistoryIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
          />
        }
      />
      {open && (
        <AuditPanel
          entry={open}
          onNarrow={(narrow) => {
            state.setFilters({ ...auditFilterDefaults, ...narrow });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

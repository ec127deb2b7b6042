import AddIcon from "@mui/icons-material/Add";
import FileDownloadOutlinedIcon from "@mui/icons-material/FileDownloadOutlined";
import RedeemIcon from "@mui/icons-material/RedeemOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type Redemption, redemptionStatus } from "@tollgate/contract/redemptions";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { type CreatedCodes, CreatedCodesPanel } from "./created-codes-panel";
import { RedemptionBulkActions } from "./redemption-bulk-actions";
import { RedemptionCard } from "./redemption-card";
import { RedemptionEditor } from "./redemption-editor";
import { type RedemptionCellActions, redemptionColumns } from "./redemptions-columns";
import {
  exportAddress,
  type RedemptionQuery,
  redemptionsQuery,
  statusOf,
  useToggleRedemption,
} from "./redemptions-queries";
import { useRedemptionRowActions } from "./use-redemption-row-actions";

const filterDefaults = { status: 0 };

const listOptions = { filters: filterDefaults };

/** Fetches what the page asks for first. */
export function prefetchRedemptions(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, redemptionsQuery(startQuery(listOptions)));
}

/** Codes that add quota to the balance of anyone who redeems them: create, hand out, follow. */
export function RedemptionsPage() {
  const { t } = useTranslation("redemptions");
  const state = useListState(listOptions);
  const codes = useQuery(redemptionsQuery(state.query));
  const { mutate: toggle } = useToggleRedemption();
  const [editing, setEditing] = useState<Redemption | "new">();
  const [created, setCreated] = useState<CreatedCodes>();
  const selection = useCodeSelection(state.query, codes.data?.total_count ?? 0);
  const actions = useMemo<RedemptionCellActions>(
    () => ({
      edit: setEditing,
      toggle: ({ id }, enabled) => toggle({ id, change: statusOf(enabled) }),
    }),
    [toggle],
  );
  const columns = useMemo(() => redemptionColumns(t, actions), [t, actions]);
  const empty = codes.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEditing("new")}>
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} action={addButton} empty={empty} />
      <DataTable<Redemption>
        label={t("title")}
        storageName="redemptions"
        columns={columns}
        rows={codes.data?.data}
        rowId={({ id }) => String(id)}
        rowLabel={({ name, key }) => `${name} ${key}`}
        list={state}
        total={codes.data?.total_count}
        fetching={codes.isFetching}
        error={codes.error ? describeError(codes.error) : undefined}
        onRetry={() => void codes.refetch()}
        toolbar={
          <ListToolbar
            search={{
              value: state.keyword,
              onChange: (text) => state.setKeyword(searchableKeyword(text)),
              placeholder: t("search"),
            }}
            filters={[useStatusFilter(state.filters.status, (status) => state.setFilter("status", status))]}
            onRefresh={() => void codes.refetch()}
            refreshing={codes.isFetching}
          >
            {!empty && <ExportLink address={exportAddress(state.query)} />}
          </ListToolbar>
        }
        selection={selection}
        rowActions={useRedemptionRowActions(setEditing)}
        card={(redemption) => <RedemptionCard redemption={redemption} actions={actions} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<RedeemIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {editing && (
        <RedemptionEditor
          redemption={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onCreated={(codesCreated) => {
            setEditing(undefined);
            setCreated(codesCreated);
          }}
        />
      )}
      {created && <CreatedCodesPanel created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}

/** The marked codes, or every code that the filters match; other filters end the latter. */
function useCodeSelection({ keyword = "", status = 0 }: RedemptionQuery, total: number) {
  const [ids, setIds] = useState<string[]>([]);
  const [allOf, setAllOf] = useState<string>();
  const matching = { keyword, status };
  const filters = JSON.stringify(matching);
  const all = allOf === filters;
  const onChange = (chosen: string[]) => {
    setIds(chosen);
    setAllOf(undefined);
  };
  const actions = (
    <RedemptionBulkActions
      ids={ids.map(Number)}
      total={total}
      matching={all ? matching : undefined}
      onSelectAll={() => setAllOf(filters)}
      onDone={() => onChange([])}
    />
  );
  return { ids, onChange, count: all ? total : undefined, actions };
}

function ExportLink({ address }: { address: string }) {
  const { t } = useTranslation("redemptions");
  return (
    <Tooltip title={t("export")}>
      <IconButton
        component="a"
        href={address}
        download
        aria-label={t("export")}
        sx={{ color: "text.secondary" }}
      >
        <FileDownloadOutlinedIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Tooltip>
  );
}

function useStatusFilter(status: number, onChange: (status: number) => void): ListFilter {
  const { t } = useTranslation("redemptions");
  return {
    kind: "select",
    name: "status",
    label: t("columns.status"),
    none: 0,
    value: status,
    options: [
      { value: 0, label: t("all") },
      { value: redemptionStatus.enabled, label: t("status.1") },
      { value: redemptionStatus.disabled, label: t("status.2") },
      { value: redemptionStatus.used, label: t("status.3") },
      { value: redemptionStatus.expired, label: t("status.4") },
    ],
    onChange: (value) => onChange(Number(value)),
  };
}

/** A whole code never comes into the address of the page: its last four characters find the row. */
function searchableKeyword(text: string): string {
  return /^[0-9A-Za-z]{22}$/.test(text.trim()) ? text.trim().slice(-4) : text;
}

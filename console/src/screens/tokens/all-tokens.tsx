import KeyOutlinedIcon from "@mui/icons-material/KeyOutlined";
import { useQuery } from "@tanstack/react-query";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import { tokenStatus } from "@tollgate/contract/tokens";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { AllTokenCard, allTokenColumns } from "./all-tokens-columns";
import { searchableKeyword, useStatusFilter } from "./status-filter";
import { TokenSpending } from "./token-spending";
import { TokenTabs } from "./token-tabs";
import { allTokensQuery, usePatchAnyToken } from "./tokens-queries";
import { useAnyTokenRowActions } from "./use-any-token-row-actions";

const filterDefaults = { status: 0, user_id: 0 };

/** The tokens of all users of a lower role: whose they are, what they spend, whether they work. Never their keys. */
export function AllTokens() {
  const { t } = useTranslation("tokens");
  const state = useListState({ filters: filterDefaults });
  const tokens = useQuery(allTokensQuery(state.query));
  const { mutate } = usePatchAnyToken();
  const rowActions = useAnyTokenRowActions();
  const actions = useMemo(
    () => ({
      toggle: ({ id }: OwnedToken, on: boolean) =>
        mutate({ id, change: { status: on ? tokenStatus.enabled : tokenStatus.disabled } }),
    }),
    [mutate],
  );
  const columns = useMemo(() => allTokenColumns(t, actions), [t, actions]);
  const statusFilter = useStatusFilter(state.filters.status, (status) => state.setFilter("status", status));

  return (
    <TokenSpending tokens={tokens.data?.data}>
      <PageHeader title={t("title")} description={t("view.all_subtitle")} />
      <TokenTabs />
      <DataTable<OwnedToken>
        label={t("view.all_title")}
        storageName="all-tokens"
        columns={columns}
        rows={tokens.data?.data}
        rowId={(token) => String(token.id)}
        rowLabel={(token) => token.name}
        list={state}
        total={tokens.data?.total_count}
        totalCapped={tokens.data?.total_capped}
        fetching={tokens.isFetching}
        error={tokens.error ? describeError(tokens.error) : undefined}
        onRetry={() => void tokens.refetch()}
        toolbar={
          <ListToolbar
            search={{
              value: state.keyword,
              onChange: (text) => state.setKeyword(searchableKeyword(text)),
              placeholder: t("search"),
            }}
            filters={[
              {
                kind: "text",
                name: "user_id",
                label: t("filters.user_id"),
                value: state.filters.user_id === 0 ? "" : String(state.filters.user_id),
                onChange: (text) => state.setFilter("user_id", Math.max(0, Math.floor(Number(text)) || 0)),
              },
              statusFilter,
            ]}
            onRefresh={() => void tokens.refetch()}
            refreshing={tokens.isFetching}
          />
        }
        rowActions={rowActions}
        card={(token) => <AllTokenCard token={token} actions={actions} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<KeyOutlinedIcon />}
            title={t("view.all_empty")}
            description={t("view.all_empty_body")}
          />
        }
      />
    </TokenSpending>
  );
}

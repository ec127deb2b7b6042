import AddIcon from "@mui/icons-material/Add";
import KeyOutlinedIcon from "@mui/icons-material/KeyOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type Token, tokenStatus } from "@tollgate/contract/tokens";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useArriveToCreate } from "../../lib/arrive-to-create";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { exampleOfToken } from "../../widgets/snippets/example-of-token";
import { useServerAddress } from "../../widgets/snippets/snippets";
import { RotateKeyDialog } from "./rotate-key-dialog";
import { searchableKeyword, useStatusFilter } from "./status-filter";
import { TokenBulkActions } from "./token-bulk-actions";
import { TokenCard } from "./token-card";
import { TokenEditor } from "./token-editor";
import { type ShownKey, TokenKeyPanel } from "./token-key-panel";
import { TokenSpending } from "./token-spending";
import { TokenTabs } from "./token-tabs";
import { type TokenCellActions, tokenColumns } from "./tokens-columns";
import { tokensQuery, usePatchToken } from "./tokens-queries";
import { useTokenRowActions } from "./use-token-row-actions";

const filterDefaults = { status: 0 };

const listOptions = { filters: filterDefaults };

/** Fetches what the page asks for first. */
export function prefetchOwnTokens(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, tokensQuery(startQuery(listOptions)));
}

/** One's own tokens: list, editor, and the key with code that uses it. */
export function OwnTokens() {
  const { t } = useTranslation("tokens");
  const state = useListState(listOptions);
  const tokens = useQuery(tokensQuery(state.query));
  const patch = usePatchToken();
  const [editing, setEditing] = useState<Token | "new">();
  useArriveToCreate(() => setEditing("new"));
  const [rotating, setRotating] = useState<Token>();
  const [shownKey, setShownKey] = useState<ShownKey>();
  const [selected, setSelected] = useState<string[]>([]);

  const { mutate } = patch;
  const show = useCallback((token: Token, secret: string, news?: ShownKey["news"]) => {
    const { name, old_key_expires: oldKeyUntil } = token;
    setShownKey({ name, secret, news, oldKeyUntil, limits: exampleOfToken(token) });
  }, []);
  const actions = useMemo<TokenCellActions>(
    () => ({
      edit: setEditing,
      toggle: ({ id }, on) =>
        mutate({ id, change: { status: on ? tokenStatus.enabled : tokenStatus.disabled } }),
      showKey: show,
    }),
    [mutate, show],
  );
  const rowActions = useTokenRowActions({ onEdit: setEditing, onUse: show, onRotate: setRotating });
  const columns = useMemo(() => tokenColumns(t, actions), [t, actions]);
  const empty = tokens.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEditing("new")}>
      {t("add")}
    </Button>
  );

  return (
    <TokenSpending tokens={tokens.data?.data}>
      <PageHeader title={t("title")} description={<Subtitle />} action={addButton} empty={empty} />
      <TokenTabs />
      <DataTable<Token>
        label={t("title")}
        storageName="tokens"
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
            filters={[useStatusFilter(state.filters.status, (status) => state.setFilter("status", status))]}
            onRefresh={() => void tokens.refetch()}
            refreshing={tokens.isFetching}
          />
        }
        selection={{
          ids: selected,
          onChange: setSelected,
          actions: <TokenBulkActions ids={selected.map(Number)} onDone={() => setSelected([])} />,
        }}
        rowActions={rowActions}
        card={(token) => <TokenCard token={token} actions={actions} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<KeyOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {editing && (
        <TokenEditor
          token={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onCreated={(token) => {
            setEditing(undefined);
            show(token, token.key, "created");
          }}
        />
      )}
      {rotating && (
        <RotateKeyDialog
          token={rotating}
          onClose={() => setRotating(undefined)}
          onRotated={(token) => {
            setRotating(undefined);
            show(token, token.key, "rotated");
          }}
        />
      )}
      {shownKey && <TokenKeyPanel shown={shownKey} onClose={() => setShownKey(undefined)} />}
    </TokenSpending>
  );
}

/** What tokens are for, and the address they are used at. */
function Subtitle() {
  const { t } = useTranslation("tokens");
  const server = useServerAddress();
  return (
    <>
      {t("subtitle")}
      <Box sx={{ mt: 0.5, display: "flex", alignItems: "center", gap: 1, minWidth: 0 }}>
        {t("address")}
        <MonoText copy wrap>
          {`${server}/v1`}
        </MonoText>
      </Box>
    </>
  );
}

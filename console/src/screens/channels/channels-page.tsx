import AddIcon from "@mui/icons-material/Add";
import HubOutlinedIcon from "@mui/icons-material/HubOutlined";
import Button from "@mui/material/Button";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type Channel, channelStatus } from "@tollgate/contract/channels";
import { limits } from "@tollgate/contract/limits";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { useArriveToCreate } from "../../lib/arrive-to-create";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { providerTypesQuery, useProviderTypes } from "../../widgets/provider-chip/provider-types";
import { ChannelBulkActions } from "./channel-bulk-actions";
import { ChannelCard } from "./channel-card";
import { ChannelHistoryPanel } from "./channel-history-panel";
import { ChannelEditor, type ChannelEditorStart } from "./channel-editor";
import { channelFilterDefaults, channelQueryOf, showsGroups, useChannelFilters } from "./channel-filters";
import { ChannelSetup } from "./channel-setup";
import { ChannelTestDialog, type ChannelTestRequest } from "./channel-test-dialog";
import { type ChannelCellActions, channelColumns } from "./channels-columns";
import {
  channelsQuery,
  healthListQuery,
  useChannelEvents,
  usePatchChannel,
  useSetTagPriority,
} from "./channels-queries";
import { type ChannelListRow, channelIdsOf, modelsOf, rowId, rowName } from "./channel-rows";
import { HealthContext } from "./health-cell";
import { ListMenu } from "./list-menu";
import { TagEditor } from "./tag-editor";
import { TestRunButton, TestRunProgress } from "./test-run";
import { useChannelRows } from "./use-channel-rows";
import { useChannelRowActions } from "./use-channel-row-actions";
import { TestingContext, useChannelTest } from "./use-channel-test";
import { useTagActions } from "./use-tag-actions";

const listOptions = { filters: channelFilterDefaults };

/** Fetches what the page asks for first. */
export function prefetchChannels(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchRows(client),
    prefetchQuietly(client, groupSymbolsQuery),
    prefetchQuietly(client, providerTypesQuery),
  ]);
}

/** The channels, then their health, with which each row would be drawn again. */
async function prefetchRows(client: QueryClient): Promise<void> {
  const list = channelsQuery(channelQueryOf({ query: startQuery(listOptions) }));
  await prefetchQuietly(client, list);
  const ids = client.getQueryData(list.queryKey)?.data.map(({ id }) => id) ?? [];
  if (ids.length > 0) await prefetchQuietly(client, healthListQuery(ids));
}

/** The operator's accounts at providers: list, editor, tests. */
export function ChannelsPage() {
  const { t } = useTranslation("channels");
  const state = useListState(listOptions);
  useChannelEvents();
  const channels = useQuery(channelsQuery(channelQueryOf(state)));
  const groups = useQuery(groupSymbolsQuery);
  const descriptors = useProviderTypes();
  const patch = usePatchChannel();
  const [editor, setEditor] = useState<ChannelEditorStart>();
  useArriveToCreate(() => setEditor({ kind: "create" }));
  const [testRequest, setTestRequest] = useState<ChannelTestRequest>();
  const [history, setHistory] = useState<Channel>();
  const [selected, setSelected] = useState<string[]>([]);
  const [created, setCreated] = useState<Channel>();
  const [tag, setTag] = useState<string>();
  const grouped = showsGroups(state);
  const { rows, toggle } = useChannelRows(channels.data?.data, grouped);
  const ids = useMemo(() => channelIdsOf(rows ?? []).slice(0, limits.listSizeMax), [rows]);
  const health = useQuery(healthListQuery(ids));
  const { mutate: setTagPriority } = useSetTagPriority();
  const tagActions = useTagActions(setTag);
  const { test, testing } = useChannelTest(setTestRequest);
  const filters = useChannelFilters(state, descriptors, groups.data ?? []);

  const { mutate } = patch;
  const actions = useMemo<ChannelCellActions>(
    () => ({
      edit: (channel) => setEditor({ kind: "edit", channel }),
      toggle: ({ id }, on) =>
        mutate({ id, change: { status: on ? channelStatus.enabled : channelStatus.disabled } }),
      setNumber: ({ id }, field, value) => mutate({ id, change: { [field]: value } }),
      test: (channel) => void test(channel),
      testModel: (channel, model) => setTestRequest({ channel, model, start: true }),
      showHistory: setHistory,
      toggleTag: toggle,
      setTagPriority: (name, value) => setTagPriority({ tag: name, value }),
    }),
    [mutate, test, toggle, setTagPriority],
  );
  const rowActions = useChannelRowActions({
    descriptors,
    onOpen: setEditor,
    onTest: setTestRequest,
    actions,
  });
  const columns = useMemo(() => channelColumns(t, descriptors, actions), [t, descriptors, actions]);
  const empty = channels.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEditor({ kind: "create" })}>
      {t("add")}
    </Button>
  );

  return (
    <TestingContext value={testing}>
      <HealthContext value={health.data}>
        <PageHeader
          title={t("title")}
          description={t("subtitle")}
          action={addButton}
          empty={empty}
          secondary={
            <>
              {!empty && <ListMenu />}
              <TestRunButton disabled={empty} />
            </>
          }
        />
        <TestRunProgress />
        <DataTable<ChannelListRow>
          label={t("title")}
          storageName="channels"
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowLabel={rowName}
          list={state}
          total={channels.data?.total_count}
          totalCapped={channels.data?.total_capped}
          fetching={channels.isFetching}
          error={channels.error ? describeError(channels.error) : undefined}
          onRetry={() => void channels.refetch()}
          toolbar={
            <ListToolbar
              search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
              filters={filters}
              onRefresh={() => void channels.refetch()}
              refreshing={channels.isFetching}
            />
          }
          selection={{
            ids: selected,
            onChange: setSelected,
            canSelect: (row) => row.kind === "channel",
            actions: (
              <ChannelBulkActions
                ids={selected.map(Number)}
                models={modelsOf(rows ?? [], selected)}
                onDone={() => setSelected([])}
              />
            ),
          }}
          rowActions={(row) => (row.kind === "channel" ? rowActions(row.channel) : tagActions(row.summary))}
          card={(row) => <ChannelCard row={row} descriptors={descriptors} actions={actions} />}
          empty={
            <ListEmpty
              narrowed={state.narrowed}
              onClear={state.clear}
              icon={<HubOutlinedIcon />}
              title={t("empty.title")}
              description={t("empty.body")}
              action={addButton}
            />
          }
        />
        {editor && (
          <ChannelEditor
            start={editor}
            descriptors={descriptors}
            onClose={() => setEditor(undefined)}
            onCreated={setCreated}
          />
        )}
        {created && (
          <ChannelSetup
            created={created}
            descriptors={descriptors}
            onEdit={(channel) => setEditor({ kind: "edit", channel })}
            onClose={() => setCreated(undefined)}
          />
        )}
        {history && <ChannelHistoryPanel channel={history} onClose={() => setHistory(undefined)} />}
        {testRequest && <ChannelTestDialog request={testRequest} onClose={() => setTestRequest(undefined)} />}
        {tag !== undefined && <TagEditor tag={tag} onClose={() => setTag(undefined)} />}
      </HealthContext>
    </TestingContext>
  );
}

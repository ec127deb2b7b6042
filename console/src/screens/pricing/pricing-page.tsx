import AddIcon from "@mui/icons-material/Add";
import SellOutlinedIcon from "@mui/icons-material/SellOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import type { Price } from "@tollgate/contract/pricing";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { notify } from "../../lib/notifications/notifications";
import { modelNamesQuery } from "../../widgets/model-picker/model-names";
import { useProviderTypes } from "../../widgets/provider-chip/provider-types";
import { pricesQuery } from "../../widgets/unpriced-models/price-queries";
import { CheckUpdatesButton } from "./check-updates";
import { filterPrices, pageOfList, sortPrices } from "./list-prices";
import { PriceCard } from "./price-card";
import { PriceEditor, type PriceEditorStart, startOfNewPrice } from "./price-editor";
import { priceFilterDefaults, usePriceFilters } from "./price-filters";
import { priceColumns } from "./pricing-columns";
import { useDeletePrices } from "./pricing-queries";
import { UnpricedBanner } from "./unpriced-banner";
import { usePriceRowActions } from "./use-price-row-actions";

/** What every model costs: list, editor, and the models that have no price yet. */
export function PricingPage() {
  const { t } = useTranslation("pricing");
  const state = useListState({ filters: priceFilterDefaults, defaultSize: 20 });
  const prices = useQuery(pricesQuery);
  const names = useQuery(modelNamesQuery);
  const descriptors = useProviderTypes();
  const [editor, setEditor] = useState<PriceEditorStart>();
  const [selected, setSelected] = useState<string[]>([]);
  const rowActions = usePriceRowActions(setEditor);
  const filters = usePriceFilters(state, descriptors);

  const { keyword, order, page, size } = state;
  const { type, channel_type: channelType, locked } = state.filters;
  const found = useMemo(
    () => prices.data && sortPrices(filterPrices(prices.data, { keyword, type, channelType, locked }), order),
    [prices.data, keyword, type, channelType, locked, order],
  );
  const rows = useMemo(() => found && pageOfList(found, page, size), [found, page, size]);
  const edit = (price: Price) => setEditor({ former: price.model, values: price });
  const columns = useMemo(() => priceColumns(t, descriptors, edit), [t, descriptors]);
  const empty = prices.data?.length === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEditor(startOfNewPrice())}>
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("subtitle")}
        secondary={<CheckUpdatesButton />}
        action={addButton}
        empty={empty}
      />
      <UnpricedBanner
        models={names.data?.unpriced ?? []}
        onAdd={(model) => setEditor(startOfNewPrice({ model }))}
      />
      <DataTable<Price>
        label={t("title")}
        storageName="pricing"
        columns={columns}
        rows={rows}
        rowId={(price) => price.model}
        rowLabel={(price) => price.model}
        list={state}
        total={found?.length}
        fetching={prices.isFetching}
        error={prices.error ? describeError(prices.error) : undefined}
        onRetry={() => void prices.refetch()}
        toolbar={
          <ListToolbar
            search={{ value: keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={filters}
            onRefresh={() => void prices.refetch()}
            refreshing={prices.isFetching}
          />
        }
        selection={{
          ids: selected,
          onChange: setSelected,
          actions: <BulkDelete models={selected} onDone={() => setSelected([])} />,
        }}
        rowActions={rowActions}
        card={(price) => <PriceCard price={price} onEdit={edit} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<SellOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {editor && (
        <PriceEditor
          start={editor}
          prices={prices.data ?? []}
          descriptors={descriptors}
          onClose={() => setEditor(undefined)}
        />
      )}
    </>
  );
}

function BulkDelete({ models, onDone }: { models: string[]; onDone: () => void }) {
  const { t } = useTranslation("pricing");
  const confirm = useConfirm();
  const remove = useDeletePrices();
  const ask = async () => {
    const question = { title: t("bulk_delete.title", { count: models.length }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(models, {
      onSuccess: ({ changed }) => {
        notify.success(t("done.bulk_deleted", { count: changed }));
        onDone();
      },
    });
  };
  return (
    <Button size="small" color="error" onClick={() => void ask()} disabled={remove.isPending}>
      {t("actions.delete")}
    </Button>
  );
}

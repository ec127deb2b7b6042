import SellOutlinedIcon from "@mui/icons-material/SellOutlined";
import Button from "@mui/material/Button";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { Price } from "@tollgate/contract/pricing";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { GroupModels } from "./group-models";
import { filterPrices, pageOfList, sortPrices } from "./list-prices";
import { PriceCard } from "./price-card";
import { type PriceEditorStart, startOfPrice } from "./price-values";
import { priceFilterDefaults, type PriceListState, usePriceFilters } from "./price-filters";
import { groupPrices, type PriceGroup } from "./price-groups";
import { PricedModel, termColumns } from "./pricing-columns";
import { useDeletePrices } from "./pricing-queries";
import { usePriceRowActions } from "./use-price-row-actions";

interface PriceTableProps {
  prices: UseQueryResult<Price[]>;
  descriptors: ReadonlyMap<number, ProviderDescriptor>;
  state: PriceListState;
  /** One row for all models that have the same price. */
  grouped: boolean;
  unit: PriceUnit;
  addButton: ReactNode;
  onEdit: (start: PriceEditorStart) => void;
}

/** The prices, one row for a model or one for all models with the same price. */
export function PriceTable(props: PriceTableProps) {
  const { prices, descriptors, state, grouped, unit, onEdit } = props;
  const { t } = useTranslation("pricing");
  const [selected, setSelected] = useState<string[]>([]);
  const rowActions = usePriceRowActions(onEdit);
  const filters = usePriceFilters(state, descriptors);
  const found = useFoundPrices(prices.data, state, grouped);
  const rows = useMemo(
    () => found && pageOfList(found, state.page, state.size),
    [found, state.page, state.size],
  );
  // A new columns array would reset the table.
  const columns = useMemo(() => {
    const models: DataColumn<PriceGroup> = {
      id: "model",
      header: t(grouped ? "columns.models" : "columns.model"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 264, minWidth: 230 },
      cell: ({ row }) => <PriceTitle group={row.original} grouped={grouped} onEdit={onEdit} />,
    };
    return [models, ...termColumns<PriceGroup>(t, descriptors, unit)];
  }, [t, descriptors, unit, grouped, onEdit]);
  const narrowed = Object.keys(priceFilterDefaults).some(
    (name) => state.filters[name as keyof typeof priceFilterDefaults] !== "",
  );
  const chosen =
    found?.filter(({ model }) => selected.includes(model)).flatMap((group) => group.models) ?? [];

  return (
    <DataTable<PriceGroup>
      label={t("title")}
      storageName="pricing"
      columns={columns}
      rows={rows}
      rowId={({ model }) => model}
      rowLabel={({ model }) => model}
      list={state}
      total={found?.length}
      fetching={prices.isFetching}
      error={prices.error ? describeError(prices.error) : undefined}
      onRetry={() => void prices.refetch()}
      toolbar={
        <ListToolbar
          search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
          filters={filters}
          onRefresh={() => void prices.refetch()}
          refreshing={prices.isFetching}
        />
      }
      selection={{
        ids: selected,
        onChange: setSelected,
        actions: <BulkDelete models={chosen} onDone={() => setSelected([])} />,
      }}
      rowActions={rowActions}
      card={(group) => (
        <PriceCard
          price={group}
          unit={unit}
          title={<PriceTitle group={group} grouped={grouped} onEdit={onEdit} />}
        />
      )}
      empty={
        <ListEmpty
          narrowed={narrowed || state.keyword !== ""}
          onClear={() => {
            state.setKeyword("");
            state.setFilters(priceFilterDefaults);
          }}
          icon={<SellOutlinedIcon />}
          title={t("empty.title")}
          description={t("empty.body")}
          action={props.addButton}
        />
      }
    />
  );
}

function PriceTitle({
  group,
  grouped,
  onEdit,
}: Pick<PriceTableProps, "grouped" | "onEdit"> & { group: PriceGroup }) {
  const edit = () => onEdit(startOfPrice(group, group.models));
  return grouped ? <GroupModels group={group} onEdit={edit} /> : <PricedModel price={group} onEdit={edit} />;
}

function useFoundPrices(
  prices: readonly Price[] | undefined,
  { keyword, order, filters }: PriceListState,
  grouped: boolean,
): PriceGroup[] | undefined {
  const { type, channel_type: channelType, locked } = filters;
  return useMemo(() => {
    if (!prices) return undefined;
    const wanted = { keyword, type, channelType, locked };
    const sorted = sortPrices(prices, order);
    if (!grouped) return filterPrices(sorted, wanted).map((price) => ({ ...price, models: [price.model] }));
    // Any of its models finds the whole group, which is edited as one.
    const models = new Set(filterPrices(sorted, wanted).map(({ model }) => model));
    return groupPrices(sorted).filter((group) => group.models.some((model) => models.has(model)));
  }, [prices, keyword, type, channelType, locked, order, grouped]);
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

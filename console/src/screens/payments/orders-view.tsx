import OpenInFullIcon from "@mui/icons-material/OpenInFull";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import { useQuery } from "@tanstack/react-query";
import type { Order } from "@tollgate/contract/orders";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { OrderCard } from "./order-card";
import { orderFilterDefaults, orderQueryOf, useOrderFilters } from "./order-filters";
import { OrderPanel } from "./order-panel";
import { OrderTotals } from "./order-totals";
import { orderColumns } from "./orders-columns";
import { ordersQuery } from "./orders-queries";
import { PaymentTabs } from "./payment-tabs";

/** Every order, its payment, and whether it needs attention. */
export function OrdersView() {
  const { t } = useTranslation("payments");
  const state = useListState({ filters: orderFilterDefaults, defaultSize: 20, defaultOrder: "-id" });
  const orders = useQuery(ordersQuery(orderQueryOf(state, new Date())));
  const [openId, open] = useOpenOrder();
  const filters = useOrderFilters(state);
  const columns = useMemo(() => orderColumns(t, ({ id }) => open(id)), [t, open]);
  const rowActions = ({ id }: Order): RowAction[] => [
    {
      id: "open",
      label: t("actions.open"),
      icon: <OpenInFullIcon />,
      visible: true,
      run: () => open(id),
    },
  ];
  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} />
      <PaymentTabs />
      <OrderTotals onShowProblems={() => state.setFilter("problem", "any")} />
      <DataTable<Order>
        label={t("view.orders")}
        storageName="orders"
        columns={columns}
        rows={orders.data?.data}
        rowId={(order) => String(order.id)}
        rowLabel={(order) => order.trade_no}
        list={state}
        total={orders.data?.total_count}
        fetching={orders.isFetching}
        error={orders.error ? describeError(orders.error) : undefined}
        onRetry={() => void orders.refetch()}
        toolbar={
          <ListToolbar
            filters={filters}
            onRefresh={() => void orders.refetch()}
            refreshing={orders.isFetching}
          />
        }
        rowButtons={1}
        rowActions={rowActions}
        card={(order) => <OrderCard order={order} onOpen={({ id }) => open(id)} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<ReceiptLongOutlinedIcon />}
            title={t("orders_empty.title")}
            description={t("orders_empty.body")}
          />
        }
      />
      {openId > 0 && <OrderPanel id={openId} onClose={() => open(0)} />}
    </>
  );
}

/** The order of `?id=`, so that a link opens it; 0: none. */
function useOpenOrder(): [number, (id: number) => void] {
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get("id") ?? 0);
  const open = useCallback(
    (next: number) =>
      setSearch(
        (before) => {
          const changed = new URLSearchParams(before);
          if (next === 0) changed.delete("id");
          else changed.set("id", String(next));
          return changed;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  return [Number.isInteger(id) && id > 0 ? id : 0, open];
}

import Stack from "@mui/material/Stack";
import type { Order } from "@tollgate/contract/orders";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatDollars, formatMoney } from "../../lib/format-number";
import { OrderProblem, OrderStatus } from "../../widgets/order-status/order-status";
import { QuotaText } from "../../widgets/quota-text/quota-text";

/** Columns of the order list. */
export function orderColumns(t: TFunction<"payments">, onOpen: (order: Order) => void): DataColumn<Order>[] {
  return [
    {
      id: "created_at",
      header: t("columns.time"),
      enableSorting: true,
      meta: { content: 115 },
      cell: ({ row }) => <TimeText value={row.original.created_at} />,
    },
    {
      id: "trade_no",
      header: t("columns.trade_no"),
      enableHiding: false,
      meta: { content: 112, minWidth: 100 },
      cell: ({ row }) => <RowLink label={row.original.trade_no} onOpen={() => onOpen(row.original)} />,
    },
    {
      id: "user_id",
      header: t("columns.user"),
      enableSorting: true,
      meta: { content: 60, leaves: 9, minWidth: 80 },
      cell: ({ row }) => row.original.username,
    },
    {
      id: "gateway_id",
      header: t("columns.gateway"),
      enableSorting: true,
      meta: { content: 93, leaves: 8, minWidth: 80 },
      cell: ({ row }) => row.original.gateway_name,
    },
    {
      id: "gateway_no",
      header: t("columns.gateway_no"),
      meta: { content: 140, leaves: 1, minWidth: 90 },
      cell: ({ row }) =>
        row.original.gateway_no === "" ? "—" : <MonoText copy>{row.original.gateway_no}</MonoText>,
    },
    {
      id: "amount",
      header: t("columns.amount"),
      meta: { content: 45, leaves: 7, numeric: true },
      cell: ({ row }) => formatDollars(row.original.amount),
    },
    {
      id: "fee",
      header: t("columns.fee"),
      meta: { content: 31, leaves: 3, numeric: true },
      cell: ({ row }) => (row.original.fee === 0 ? "—" : formatDollars(row.original.fee)),
    },
    {
      id: "discount",
      header: t("columns.discount"),
      meta: { content: 59, leaves: 2, numeric: true },
      cell: ({ row: { original: order } }) =>
        order.discount === 0 ? "—" : formatMoney(order.discount, order.order_currency),
    },
    {
      id: "order_amount",
      header: t("columns.order_amount"),
      meta: { content: 62, numeric: true },
      cell: ({ row }) => formatMoney(row.original.order_amount, row.original.order_currency),
    },
    {
      id: "quota",
      header: t("columns.quota"),
      meta: { content: 45, leaves: 4, numeric: true },
      cell: ({ row }) => <QuotaText value={row.original.quota} />,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      meta: { content: 82 },
      cell: ({ row }) => <OrderChips order={row.original} />,
    },
  ];
}

/** Status of the order, and whether it needs attention. */
export function OrderChips({ order }: { order: Order }) {
  return (
    <Stack direction="row" component="span" sx={{ display: "inline-flex", gap: 0.75, flexWrap: "wrap" }}>
      <OrderStatus order={order} />
      <OrderProblem problem={order.problem} />
    </Stack>
  );
}

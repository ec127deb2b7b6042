import PaymentsOutlinedIcon from "@mui/icons-material/PaymentsOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import VisibilityOutlinedIcon from "@mui/icons-material/VisibilityOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { OwnOrder } from "@tollgate/contract/orders";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { formatDollars, formatMoney } from "../../lib/format-number";
import { useListState } from "../../lib/list-state";
import { OrderStatus } from "../../widgets/order-status/order-status";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { ownOrdersQuery } from "./topup-queries";

interface OwnOrdersProps {
  onOpen: (order: OwnOrder) => void;
  onPay: (order: OwnOrder) => void;
  onReceipt: (order: OwnOrder) => void;
}

/** What was ordered before; unpaid orders can still be paid, paid ones have a receipt. */
export function OwnOrders({ onOpen, onPay, onReceipt }: OwnOrdersProps) {
  const { t } = useTranslation("topup");
  const state = useListState({ defaultSize: 10 });
  const { page, size } = state;
  // Always newest first: `?order=` of this page names the open order.
  const orders = useQuery(ownOrdersQuery({ page, size, order: "-id" }));
  const columns = useMemo(() => orderColumns(t), [t]);
  const rowActions = (row: OwnOrder): RowAction[] => {
    if (row.status === "success")
      return [
        {
          id: "receipt",
          label: t("receipt.open"),
          icon: <ReceiptLongOutlinedIcon />,
          visible: true,
          run: () => onReceipt(row),
        },
      ];
    const open: RowAction = {
      id: "open",
      label: t("orders.open"),
      icon: <VisibilityOutlinedIcon />,
      visible: true,
      run: () => onOpen(row),
    };
    const pay: RowAction = {
      id: "pay",
      label: t("orders.pay"),
      icon: <PaymentsOutlinedIcon />,
      visible: true,
      run: () => onPay(row),
    };
    return row.status === "pending" ? [pay, open] : [open];
  };
  return (
    <section aria-labelledby="orders-title">
      <Typography id="orders-title" variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {t("orders.title")}
      </Typography>
      <DataTable<OwnOrder>
        label={t("orders.title")}
        columns={columns}
        rows={orders.data?.data}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.trade_no}
        list={state}
        total={orders.data?.total_count}
        fetching={orders.isFetching}
        error={orders.error ? describeError(orders.error) : undefined}
        onRetry={() => void orders.refetch()}
        rowActions={rowActions}
        card={(row) => <OrderCard order={row} />}
        empty={
          <ListEmpty
            narrowed={false}
            onClear={state.clear}
            icon={<ReceiptLongOutlinedIcon />}
            title={t("orders.empty")}
            description={t("orders.empty_body")}
          />
        }
      />
    </section>
  );
}

function orderColumns(t: TFunction<"topup">): DataColumn<OwnOrder>[] {
  return [
    {
      id: "created_at",
      header: t("orders.time"),
      cell: ({ row }) => <TimeText value={row.original.created_at} />,
    },
    {
      id: "trade_no",
      header: t("orders.trade_no"),
      meta: { leaves: 1, minWidth: 100 },
      cell: ({ row }) => <MonoText copy>{row.original.trade_no}</MonoText>,
    },
    {
      id: "gateway",
      header: t("orders.gateway"),
      meta: { leaves: 2, minWidth: 80 },
      cell: ({ row }) => row.original.gateway_name,
    },
    {
      id: "amount",
      header: t("orders.amount"),
      meta: { leaves: 3, numeric: true },
      cell: ({ row }) => formatDollars(row.original.amount),
    },
    {
      id: "order_amount",
      header: t("orders.charged"),
      meta: { numeric: true },
      cell: ({ row }) => formatMoney(row.original.order_amount, row.original.order_currency),
    },
    {
      id: "quota",
      header: t("orders.quota"),
      meta: { leaves: 4, numeric: true },
      cell: ({ row }) => <QuotaText value={row.original.quota} />,
    },
    {
      id: "status",
      header: t("orders.status"),
      cell: ({ row }) => <OrderStatus order={row.original} />,
    },
  ];
}

function OrderCard({ order }: { order: OwnOrder }) {
  return (
    <Stack sx={{ gap: 1, alignItems: "flex-start" }}>
      <Box sx={{ typography: "body2", fontWeight: 500 }}>
        {formatMoney(order.order_amount, order.order_currency)}
      </Box>
      <Box sx={{ typography: "body2", color: "text.secondary" }}>
        {order.gateway_name} · <TimeText value={order.created_at} />
      </Box>
      <OrderStatus order={order} />
    </Stack>
  );
}

import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { Order } from "@tollgate/contract/orders";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatMoney } from "../../lib/format-number";
import { OrderChips } from "./orders-columns";

/** An order on a phone: what was paid, by whom and through what, what became of it. */
export function OrderCard({ order, onOpen }: { order: Order; onOpen: (order: Order) => void }) {
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 1.5 }}>
        <RowLink label={formatMoney(order.order_amount, order.order_currency)} onOpen={() => onOpen(order)} />
        <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
          <TimeText value={order.created_at} relative />
        </Box>
      </Stack>
      <Box sx={{ typography: "body2", overflowWrap: "anywhere" }}>
        {`${order.username} · ${order.gateway_name}`}
      </Box>
      <OrderChips order={order} />
    </Stack>
  );
}

import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { Order } from "@tollgate/contract/orders";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { Fact } from "../../design-system/fact/fact";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatDollars, formatMoney } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";

/** The figures of an order, with links to its customer, the log and the gateway. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation("payments");
  const { order_currency: currency, username } = order;
  const user = encodeURIComponent(username);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 2.5,
        mb: 3.5,
        display: "grid",
        gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
        columnGap: 3,
        rowGap: 2,
      }}
    >
      <Fact name={t("columns.order_amount")}>{formatMoney(order.order_amount, currency)}</Fact>
      <Fact name={t("columns.quota")}>
        <QuotaText value={order.quota} />
      </Fact>
      <Fact name={t("columns.amount")}>{formatDollars(order.amount)}</Fact>
      <Fact name={t("columns.fee")}>{formatDollars(order.fee)}</Fact>
      <Fact name={t("columns.discount")}>{formatMoney(order.discount, currency)}</Fact>
      {order.refunded_amount > 0 && (
        <Fact name={t("order.refunded")}>{formatMoney(order.refunded_amount, currency)}</Fact>
      )}
      {order.refunded_quota > 0 && (
        <Fact name={t("order.refunded_quota")}>
          <QuotaText value={order.refunded_quota} />
        </Fact>
      )}
      <Fact name={t("columns.user")}>
        <Link component={RouterLink} to={`/panel/user?keyword=${user}`}>
          {username}
        </Link>
        {" · "}
        <Link component={RouterLink} to={`/panel/log?username=${user}&log_type=1&range=any`}>
          {t("order.log")}
        </Link>
      </Fact>
      <Fact name={t("columns.gateway")}>
        <Link component={RouterLink} to={`/panel/payment?gateway=${order.gateway_id}`}>
          {order.gateway_name}
        </Link>
      </Fact>
      <Fact name={t("columns.trade_no")}>
        <MonoText copy wrap>
          {order.trade_no}
        </MonoText>
      </Fact>
      <Fact name={t("columns.gateway_no")}>
        {order.gateway_no === "" ? (
          "—"
        ) : (
          <MonoText copy wrap>
            {order.gateway_no}
          </MonoText>
        )}
      </Fact>
      <Fact name={t("columns.created_at")}>
        <TimeText value={order.created_at} />
      </Fact>
      {order.paid_at > 0 ? (
        <Fact name={t("order.paid_at")}>
          <TimeText value={order.paid_at} />
        </Fact>
      ) : (
        <Fact name={t("order.expires_at")}>
          <TimeText value={order.expires_at} />
        </Fact>
      )}
    </Box>
  );
}

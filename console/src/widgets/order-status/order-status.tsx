import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import type { Order, OwnOrder } from "@tollgate/contract/orders";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";

const tones = {
  pending: "info",
  success: "success",
  failed: "error",
  closed: "neutral",
} as const satisfies Record<OwnOrder["status"], StatusTone>;

type ShownOrder = Pick<OwnOrder, "status" | "late" | "refunded_amount" | "order_amount">;

/** What became of an order: its status, or that it was refunded. */
export function OrderStatus({ order }: { order: ShownOrder }) {
  const { t } = useTranslation("order-status");
  const { status, late, refunded_amount, order_amount } = order;
  if (refunded_amount > 0) {
    const whole = refunded_amount >= order_amount;
    return <StatusChip tone="neutral" label={t(whole ? "refunded" : "partly_refunded")} />;
  }
  return (
    <StatusChip
      tone={tones[status]}
      label={t(status === "success" && late ? "paid_late" : status)}
      hint={t(status === "success" && late ? "hint.paid_late" : `hint.${status}`)}
      {...(status === "pending" && { icon: <HourglassEmptyIcon /> })}
    />
  );
}

/** Why an administrator should look at an order; nothing where all is well. */
export function OrderProblem({ problem }: Pick<Order, "problem">) {
  const { t } = useTranslation("order-status");
  if (problem === "") return null;
  return <StatusChip tone="warning" label={t(`problem.${problem}`)} hint={t(`problem_hint.${problem}`)} />;
}

import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlineOutlined";
import TimerOffOutlinedIcon from "@mui/icons-material/TimerOffOutlined";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { OwnOrder } from "@tollgate/contract/orders";
import { formatQuota } from "@tollgate/contract/quota";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { describeError } from "../../lib/describe-error";
import { useLive } from "../../lib/live/live";
import { formatMoney } from "../../lib/format-number";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { PaymentWait } from "./payment-wait";
import { useSecondsUntil } from "./use-seconds-until";
import { ownOrderQuery, useRefreshBalance } from "./topup-queries";
import type { OpenPayment } from "./use-payment";

interface PaymentDialogProps {
  payment: OpenPayment;
  onPayAgain: () => void;
  onReceipt: (order: OwnOrder) => void;
  onClose: () => void;
}

/** One order while it is being paid, and what became of it. */
export function PaymentDialog({ payment, onPayAgain, onReceipt, onClose }: PaymentDialogProps) {
  const { t } = useTranslation(["topup", "common"]);
  const {
    data: order,
    error,
    refetch,
    failureCount,
    fetchStatus,
  } = useQuery(ownOrderQuery(payment.tradeNo, useLive()));
  const offline = error !== null || failureCount > 0 || fetchStatus === "paused";
  useBalanceAfter(order);
  const status = order?.status ?? "pending";
  const left = useSecondsUntil(order?.expires_at ?? Number.MAX_SAFE_INTEGER);
  const canPayLater = order?.status === "pending" && left > 0;
  const unknown = order === undefined && error !== null;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="payment-title">
      <DialogTitle id="payment-title">
        {t(unknown ? "payment.title_unknown" : `payment.title_${status}`)}
      </DialogTitle>
      <DialogContent aria-live="polite">
        {order ? (
          status === "pending" ? (
            <PaymentWait order={order} payment={payment} offline={offline} onPayAgain={onPayAgain} />
          ) : (
            <Outcome order={order} />
          )
        ) : error ? (
          <ErrorState
            compact
            title={t("payment.failed_to_load")}
            message={describeError(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <Stack sx={{ alignItems: "center", gap: 2, py: 2 }}>
            <Skeleton width={140} height={40} />
            <Skeleton variant="rounded" width={216} height={216} />
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        {order?.status === "success" && (
          <Button variant="outlined" onClick={() => onReceipt(order)}>
            {t("receipt.open")}
          </Button>
        )}
        <Button variant={status === "pending" ? "outlined" : "contained"} onClick={onClose}>
          {canPayLater ? t("payment.later") : t(status === "success" ? "payment.done" : "common:close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The balance on the page follows as soon as the order was paid while someone watched. */
function useBalanceAfter(order: OwnOrder | undefined): void {
  const refresh = useRefreshBalance();
  const status = order?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "pending" && status !== undefined && status !== "pending") refresh();
    before.current = status;
  }, [status, refresh]);
}

function Outcome({ order }: { order: OwnOrder }) {
  const { t } = useTranslation("topup");
  const format = useQuotaFormat();
  const sum = formatMoney(order.order_amount, order.order_currency);
  if (order.status === "success")
    return (
      <Result
        sign={<CheckCircleIcon sx={{ fontSize: 48, color: "success.main" }} />}
        title={t("payment.credited", { amount: formatQuota(order.quota, format) })}
        body={t("payment.paid", { sum, gateway: order.gateway_name })}
      />
    );
  if (order.status === "failed")
    return (
      <Result
        sign={<ErrorOutlineIcon sx={{ fontSize: 48, color: "error.main" }} />}
        title={t("payment.not_charged", { sum })}
        body={t("payment.failed_body", { gateway: order.gateway_name })}
      />
    );
  return (
    <Result
      sign={<TimerOffOutlinedIcon sx={{ fontSize: 48, color: "text.secondary" }} />}
      title={t("payment.expired", { sum })}
      body={t("payment.expired_body")}
    />
  );
}

function Result({ sign, title, body }: { sign: ReactNode; title: string; body: string }) {
  return (
    <Stack sx={{ alignItems: "center", textAlign: "center", gap: 1, py: 2 }}>
      {sign}
      <Typography variant="h4" component="p">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: "text.secondary", textWrap: "balance" }}>
        {body}
      </Typography>
    </Stack>
  );
}

import CheckIcon from "@mui/icons-material/Check";
import SyncIcon from "@mui/icons-material/Sync";
import UndoIcon from "@mui/icons-material/Undo";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import type { OrderDetail } from "@tollgate/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { FormSection } from "../../design-system/form/form-section";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { notify } from "../../lib/notifications/notifications";
import { OrderFacts } from "./order-facts";
import { OrderTimeline } from "./order-timeline";
import { OrderChips } from "./orders-columns";
import { orderQuery, useCheckPayment, useResolve } from "./orders-queries";
import { RefundDialog } from "./refund-dialog";

/** One order: its figures, everything that happened to it, and what an administrator can do. */
export function OrderPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const { data, error, refetch } = useQuery(orderQuery(id));
  return (
    <SidePanel
      open
      title={t("order.title")}
      subtitle={data?.order.trade_no}
      onClose={onClose}
      {...(data && { footer: <OrderActions detail={data} /> })}
    >
      {data ? (
        <>
          <OrderChips order={data.order} />
          {data.order.problem !== "" && (
            <Alert severity="warning" sx={{ mt: 2 }}>
              {t(`problem.${data.order.problem}`)}
            </Alert>
          )}
          <OrderFacts order={data.order} />
          <FormSection title={t("order.timeline")}>
            <OrderTimeline events={data.events} />
          </FormSection>
        </>
      ) : error ? (
        <ErrorState title={t("order.failed")} message={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Stack sx={{ gap: 2 }}>
          <Skeleton width={120} />
          <Skeleton variant="rounded" height={220} />
          <Skeleton variant="rounded" height={160} />
        </Stack>
      )}
    </SidePanel>
  );
}

function OrderActions({ detail }: { detail: OrderDetail }) {
  const { t } = useTranslation(["payments", "order-status"]);
  const { order, can_query, refundable } = detail;
  const [refunding, setRefunding] = useState(false);
  const check = useCheckPayment(order.id);
  const resolve = useResolve(order.id);
  const checkNow = (): void =>
    check.mutate(undefined, {
      onSuccess: ({ order: now }) => {
        const changed = now.status !== order.status;
        notify.success(
          t(changed ? "check.changed" : "check.unchanged", { status: t(`order-status:${now.status}`) }),
        );
      },
    });
  return (
    <>
      <Tooltip title={can_query ? "" : t("check.cannot")}>
        <span>
          <Button
            variant="outlined"
            startIcon={<SyncIcon />}
            onClick={checkNow}
            loading={check.isPending}
            loadingPosition="start"
            disabled={!can_query}
          >
            {t("check.button")}
          </Button>
        </span>
      </Tooltip>
      {order.problem !== "" && (
        <Button
          variant="outlined"
          startIcon={<CheckIcon />}
          onClick={() => resolve.mutate(undefined)}
          loading={resolve.isPending}
          loadingPosition="start"
        >
          {t("resolve.button")}
        </Button>
      )}
      <Tooltip title={refundable > 0 ? "" : t(order.paid_at > 0 ? "refund.cannot" : "refund.not_paid")}>
        <Box component="span" sx={{ ml: "auto" }}>
          <Button
            variant="outlined"
            color="error"
            startIcon={<UndoIcon />}
            onClick={() => setRefunding(true)}
            disabled={refundable <= 0}
          >
            {t("refund.button")}
          </Button>
        </Box>
      </Tooltip>
      {refunding && <RefundDialog detail={detail} onClose={() => setRefunding(false)} />}
    </>
  );
}

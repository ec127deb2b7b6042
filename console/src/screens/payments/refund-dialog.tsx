import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import type { OrderDetail } from "@tollgate/contract/orders";
import { hasDecimals, unitsOf } from "@tollgate/contract/top-up";
import { useMemo, useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { NumberField } from "../../design-system/form/number-field";
import { formatMoney } from "../../lib/format-number";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { newRequestId } from "../../lib/request-id";
import { useRefund } from "./orders-queries";

interface RefundValues {
  /** In the order's currency. */
  amount: number;
}

/** Refunds an order fully or partly; shows the quota that the customer loses. */
export function RefundDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation(["payments", "common"]);
  const { order, refundable } = detail;
  const currency = order.order_currency;
  // One request id per dialog: a repeated request refunds once.
  const [requestId] = useState(newRequestId);
  const resolver = useMemo(() => refundResolver(refundable, currency), [refundable, currency]);
  const form = useForm<RefundValues>({ defaultValues: { amount: refundable }, resolver });
  const amount = useWatch({ control: form.control, name: "amount" });
  const refund = useRefund(order.id);

  const submit = form.handleSubmit(async (values) => {
    try {
      await refund.mutateAsync({ amount: values.amount, request_id: requestId });
      notify.success(t("refund.done", { amount: formatMoney(values.amount, currency) }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="refund-title">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="refund-title">{t("refund.title", { name: order.username })}</DialogTitle>
        <DialogContent>
          <Typography variant="body2" sx={{ color: "text.secondary", mb: 2.5 }}>
            {t("refund.body", { gateway: order.gateway_name })}
          </Typography>
          <NumberField<RefundValues>
            control={form.control}
            name="amount"
            label={t("refund.amount")}
            hint={t("refund.most", { amount: formatMoney(refundable, currency) })}
            unit={currency}
            min={0}
            max={refundable}
            required
          />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={refund.isPending}>
            {Number.isFinite(amount) && amount > 0
              ? t("refund.submit", { amount: formatMoney(amount, currency) })
              : t("refund.button")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function refundResolver(most: number, currency: string): Resolver<RefundValues> {
  const digits = unitsOf(currency) === 1 ? 0 : 2;
  const amount = z
    .number()
    .positive()
    .max(most)
    .refine((value) => hasDecimals(value, digits), { params: { code: "number.too_many_decimals", digits } });
  return formResolver(z.object({ amount })) as Resolver<RefundValues>;
}

import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { formatQuota } from "@tollgate/contract/quota";
import type { AdminUser } from "@tollgate/contract/users";
import { type ReactNode, useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AmountField } from "../../design-system/amount-field/amount-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { newRequestId } from "../../lib/request-id";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { type BalanceValues, balanceResolver, type Direction } from "./balance-values";
import { useChangeQuota } from "./users-queries";

/** Adds to or takes from a balance, with the result in view before it is done. */
export function BalancePanel({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation("users");
  const format = useQuotaFormat();
  const [direction, setDirection] = useState<Direction>("add");
  // One request id per panel: a repeated request counts once.
  const [requestId] = useState(() => newRequestId());
  const resolver = useMemo(() => balanceResolver(user.quota, direction), [user.quota, direction]);
  const form = useForm<BalanceValues>({ defaultValues: { quota: Number.NaN, remark: "" }, resolver });
  const quota = useWatch({ control: form.control, name: "quota" });
  const change = useChangeQuota();
  const signed = direction === "add" ? quota : -quota;
  const after = user.quota + (Number.isNaN(quota) ? 0 : signed);

  const submit = form.handleSubmit(async ({ quota: amount, remark }) => {
    try {
      const body = { quota: direction === "add" ? amount : -amount, remark, request_id: requestId };
      const { balance } = await change.mutateAsync({ id: user.id, ...body });
      notify.success(t("balance.done", { name: user.username, balance: formatQuota(balance, format) }));
      onClose();
    } catch (error) {
      applyServerErrors(error, form.setError);
    }
  });

  return (
    <SidePanel
      open
      width={440}
      title={t("balance.title")}
      subtitle={user.username}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={change.isPending}
      submitLabel={t(direction === "add" ? "balance.submit_add" : "balance.submit_take")}
    >
      <FormProvider {...form}>
        <Stack sx={{ gap: 2.5 }}>
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={direction}
            aria-label={t("balance.direction")}
            onChange={(_event, next: Direction | null) => next && setDirection(next)}
          >
            <ToggleButton value="add">{t("balance.add")}</ToggleButton>
            <ToggleButton value="take">{t("balance.take")}</ToggleButton>
          </ToggleButtonGroup>
          <AmountField<BalanceValues>
            name="quota"
            label={t("balance.amount")}
            required
            quotaPerUnit={format.quotaPerUnit}
            defaultUnit={format.displayInCurrency ? "dollars" : "quota"}
          />
          <TextField<BalanceValues>
            name="remark"
            label={t("balance.remark")}
            hint={t("balance.remark_hint")}
          />
          <Box sx={{ borderTop: 1, borderColor: "divider", pt: 2 }}>
            <Line name={t("balance.now")}>
              <QuotaText value={user.quota} exact />
            </Line>
            <Line name={t("balance.after")} strong bad={after < 0}>
              <QuotaText value={after} exact />
            </Line>
          </Box>
        </Stack>
      </FormProvider>
    </SidePanel>
  );
}

interface LineProps {
  name: string;
  strong?: boolean;
  bad?: boolean;
  children: ReactNode;
}

function Line({ name, strong = false, bad = false, children }: LineProps) {
  return (
    <Stack direction="row" sx={{ justifyContent: "space-between", py: 0.5 }}>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {name}
      </Typography>
      <Typography
        variant="body2"
        sx={{ fontWeight: strong ? 600 : 400, color: bad ? "error.main" : "text.primary" }}
      >
        {children}
      </Typography>
    </Stack>
  );
}

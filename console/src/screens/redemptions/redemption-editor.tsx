import { type Redemption, redemptionsAtOnce } from "@tollgate/contract/redemptions";
import { formatQuota } from "@tollgate/contract/quota";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AmountField } from "../../design-system/amount-field/amount-field";
import { FormSection } from "../../design-system/form/form-section";
import { NumberField } from "../../design-system/form/number-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { formatNumber } from "../../lib/format-number";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { formResolver } from "../../lib/forms/form-resolver";
import { notify } from "../../lib/notifications/notifications";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { ExpiryField } from "../../widgets/expiry-field/expiry-field";
import type { CreatedCodes } from "./created-codes-panel";
import {
  newRedemptionValues,
  type RedemptionValues,
  redemptionValues,
  valuesOfRedemption,
} from "./redemption-values";
import { useCreateRedemptions, useUpdateRedemption } from "./redemptions-queries";

interface RedemptionEditorProps {
  /** The code to change; undefined for new ones. */
  redemption: Redemption | undefined;
  onClose: () => void;
  onCreated: (created: CreatedCodes) => void;
}

/** Creates codes, or changes one that was not used. */
export function RedemptionEditor({ redemption, onClose, onCreated }: RedemptionEditorProps) {
  const { t } = useTranslation("redemptions");
  const { quotaPerUnit } = useQuotaFormat();
  const [start] = useState(() =>
    redemption ? valuesOfRedemption(redemption) : newRedemptionValues(quotaPerUnit),
  );
  const form = useForm<RedemptionValues, unknown, RedemptionValues>({
    defaultValues: start,
    resolver: formResolver(redemptionValues),
  });
  const create = useCreateRedemptions();
  const update = useUpdateRedemption();
  const [problem, setProblem] = useState<string>();

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    const { name, quota, expired_time } = values;
    try {
      if (!redemption) return onCreated({ ...values, codes: await create.mutateAsync(values) });
      await update.mutateAsync({ id: redemption.id, name, quota, expired_time });
      notify.success(t("done.updated", { name }));
      onClose();
    } catch (error) {
      if (!applyServerErrors(error, form.setError)) setProblem(describeError(error));
    }
  });

  return (
    <SidePanel
      open
      title={redemption ? t("editor.edit", { name: redemption.name }) : t("editor.create")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={create.isPending || update.isPending}
      problem={problem}
      submitLabel={t(redemption ? "editor.save" : "editor.submit")}
    >
      <FormProvider {...form}>
        <FormSection>
          <TextField<RedemptionValues>
            name="name"
            label={t("field.name")}
            hint={t("field.name_hint")}
            required
            autoFocus
          />
          <QuotaField />
          {!redemption && (
            <NumberField<RedemptionValues>
              name="count"
              label={t("field.count")}
              hint={<Total />}
              min={1}
              max={redemptionsAtOnce}
              integer
              required
            />
          )}
          <ExpiryField<RedemptionValues>
            name="expired_time"
            label={t("field.expired_time")}
            neverLabel={t("field.never_expires")}
            pastHint={t("field.past")}
          />
        </FormSection>
      </FormProvider>
    </SidePanel>
  );
}

function QuotaField() {
  const { t } = useTranslation("redemptions");
  const { quotaPerUnit, displayInCurrency } = useQuotaFormat();
  const quota = useWatch<RedemptionValues>({ name: "quota" });
  return (
    <AmountField<RedemptionValues>
      name="quota"
      label={t("field.quota")}
      hint={t(quota === 0 ? "field.quota_zero" : "field.quota_hint")}
      quotaPerUnit={quotaPerUnit}
      defaultUnit={displayInCurrency ? "dollars" : "quota"}
      required
    />
  );
}

/** Total value of all codes. */
function Total() {
  const { t } = useTranslation("redemptions");
  const format = useQuotaFormat();
  const [quota, count] = useWatch<RedemptionValues, ["quota", "count"]>({ name: ["quota", "count"] });
  const most = formatNumber(redemptionsAtOnce);
  const total = quota * count;
  if (!(count > 1) || !Number.isSafeInteger(total)) return t("field.count_hint", { most });
  return t("field.count_total", { most, total: formatQuota(total, format) });
}

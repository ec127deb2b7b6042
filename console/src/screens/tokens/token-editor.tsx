import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Token } from "@tollgate/contract/tokens";
import { useMemo, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AmountField } from "../../design-system/amount-field/amount-field";
import { FormSection } from "../../design-system/form/form-section";
import { SwitchField } from "../../design-system/form/switch-field";
import { TextField } from "../../design-system/form/text-field";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { describeError } from "../../lib/describe-error";
import { applyServerErrors } from "../../lib/forms/apply-server-errors";
import { notify } from "../../lib/notifications/notifications";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { BudgetFields } from "../../widgets/budget/budget-fields";
import { ExpiryField } from "../../widgets/expiry-field/expiry-field";
import { userGroupMapQuery } from "../../widgets/group-select/group-queries";
import { GroupSelect } from "../../widgets/group-select/group-select";
import { NoBalanceNotice } from "../../widgets/no-balance/no-balance-notice";
import { AnswersSection } from "./token-editor-answers";
import { RestrictionsSection } from "./token-editor-restrictions";
import { tokenResolver } from "./token-resolver";
import { newTokenValues, type TokenValues, valuesOfToken } from "./token-values";
import { useSaveToken } from "./tokens-queries";

interface TokenEditorProps {
  /** The token to change; undefined for a new one. */
  token: Token | undefined;
  onClose: () => void;
  /** A new token, with its full key. */
  onCreated: (token: Token) => void;
}

/** Creates or changes a token. */
export function TokenEditor({ token, onClose, onCreated }: TokenEditorProps) {
  const { t } = useTranslation("tokens");
  const [start] = useState(() => (token ? valuesOfToken(token) : newTokenValues));
  const resolver = useMemo(() => tokenResolver(t), [t]);
  const form = useForm<TokenValues>({ defaultValues: start, resolver });
  const save = useSaveToken();

  const [problem, setProblem] = useState<string>();
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      const saved = await save.mutateAsync({ start, values });
      if (!token) return onCreated(saved);
      notify.success(t("done.updated", { name: saved.name }));
      onClose();
    } catch (error) {
      if (!applyServerErrors(error, form.setError)) setProblem(describeError(error));
    }
  });

  return (
    <SidePanel
      open
      title={token ? t("editor.edit", { name: token.name }) : t("editor.create")}
      onClose={onClose}
      dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful}
      onSubmit={(event) => void submit(event)}
      submitting={save.isPending}
      problem={problem}
      submitLabel={t(token ? "editor.save" : "editor.submit_create")}
    >
      {!token && <NoBalanceNotice />}
      <FormProvider {...form}>
        <FormSection title={t("section.basics")}>
          <TextField<TokenValues>
            name="name"
            label={t("field.name")}
            hint={t("field.name_hint")}
            required
            autoFocus={!token}
          />
          <ExpiryField<TokenValues>
            name="expired_time"
            label={t("field.expired_time")}
            neverLabel={t("field.never_expires")}
            pastHint={t("field.past")}
          />
        </FormSection>
        <SpendingSection />
        <GroupSection />
        <Box sx={{ mt: 3.5 }}>
          <RestrictionsSection />
          <AnswersSection />
        </Box>
      </FormProvider>
    </SidePanel>
  );
}

function SpendingSection() {
  const { t } = useTranslation("tokens");
  const { quotaPerUnit, displayInCurrency } = useQuotaFormat();
  const unlimited = useWatch<TokenValues>({ name: "unlimited_quota" });
  return (
    <FormSection title={t("section.spending")}>
      <SwitchField<TokenValues>
        name="unlimited_quota"
        label={t("field.unlimited")}
        hint={t("field.unlimited_hint")}
      />
      {!unlimited && (
        <AmountField<TokenValues>
          name="remain_quota"
          label={t("field.remain_quota")}
          hint={t("field.remain_hint")}
          quotaPerUnit={quotaPerUnit}
          defaultUnit={displayInCurrency ? "dollars" : "quota"}
        />
      )}
      <BudgetFields<TokenValues> hint={t("field.budget_hint")} />
    </FormSection>
  );
}

function GroupSection() {
  const { t } = useTranslation("tokens");
  const { data: groups = {} } = useQuery(userGroupMapQuery);
  return (
    <FormSection title={t("section.groups")}>
      <GroupSelect<TokenValues>
        name="group"
        label={t("field.group")}
        hint={t("field.group_hint")}
        emptyLabel={t("field.group_own")}
        groups={groups}
      />
      <GroupSelect<TokenValues>
        name="backup_group"
        label={t("field.backup_group")}
        hint={t("field.backup_group_hint")}
        emptyLabel={t("field.group_none")}
        groups={groups}
      />
    </FormSection>
  );
}

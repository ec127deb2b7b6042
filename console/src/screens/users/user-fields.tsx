import { useQuery } from "@tanstack/react-query";
import { roles } from "@tollgate/contract/access";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AmountField } from "../../design-system/amount-field/amount-field";
import { FormSection } from "../../design-system/form/form-section";
import { SelectField } from "../../design-system/form/select-field";
import { TextField } from "../../design-system/form/text-field";
import { useHasAccess } from "../../lib/session/session";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { BudgetFields } from "../../widgets/budget/budget-fields";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { NewPasswordField } from "../../widgets/new-password/new-password-field";
import type { UserValues } from "./user-values";

interface UserFieldsProps {
  isNew: boolean;
  /** The group that the user is in now; it stays a choice even if it is gone from the list. */
  group: string;
}

/** Who the user is, how it signs in, what it may do. */
export function UserFields({ isNew, group }: UserFieldsProps) {
  const { t } = useTranslation("users");
  const isRoot = useHasAccess("root");
  const username = useWatch<UserValues, "username">({ name: "username" });
  const [passwordShown, setPasswordShown] = useState(false);
  const { data: symbols = [] } = useQuery(groupSymbolsQuery);
  const choices = symbols.includes(group) ? symbols : [group, ...symbols];
  return (
    <>
      <FormSection title={t("section.account")}>
        <TextField<UserValues> name="username" label={t("field.username")} required autoFocus={isNew} />
        <TextField<UserValues>
          name="display_name"
          label={t("field.display_name")}
          hint={t("field.display_name_hint")}
        />
        <TextField<UserValues>
          name="email"
          label={t("field.email")}
          type="email"
          {...(!isNew && { hint: t("field.email_hint") })}
        />
        <NewPasswordField
          label={t(isNew ? "field.password" : "field.new_password")}
          required={isNew}
          hint={t(isNew ? "field.password_hint" : "field.new_password_hint")}
          own={[username]}
          shown={passwordShown}
          onShow={setPasswordShown}
        />
      </FormSection>
      <FormSection title={t("section.rights")}>
        <SelectField<UserValues>
          name="group"
          label={t("field.group")}
          hint={t("field.group_hint")}
          options={choices.map((value) => ({ value, label: value }))}
        />
        {isNew && <OpeningBalance />}
        {isRoot && (
          <SelectField<UserValues>
            name="role"
            label={t("field.role")}
            {...(!isNew && { hint: t("field.role_hint") })}
            options={[
              { value: roles.user, label: t("role.user") },
              { value: roles.admin, label: t("role.admin") },
              { value: roles.root, label: t("role.root") },
            ]}
          />
        )}
      </FormSection>
      {!isNew && (
        <FormSection title={t("section.budget")}>
          <BudgetFields<UserValues> hint={t("field.budget_hint")} />
        </FormSection>
      )}
    </>
  );
}

/** Afterwards the balance is changed by amounts, never set. */
function OpeningBalance() {
  const { t } = useTranslation("users");
  const { quotaPerUnit, displayInCurrency } = useQuotaFormat();
  return (
    <AmountField<UserValues>
      name="quota"
      optional
      label={t("field.quota")}
      hint={t("field.quota_hint")}
      quotaPerUnit={quotaPerUnit}
      defaultUnit={displayInCurrency ? "dollars" : "quota"}
    />
  );
}

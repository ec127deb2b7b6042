import Box from "@mui/material/Box";
import { type BudgetChoice, budgetChoices } from "@tollgate/contract/budgets";
import { type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AmountField } from "../../design-system/amount-field/amount-field";
import { SelectField } from "../../design-system/form/select-field";
import { useQuotaFormat } from "../../lib/site-info/site-info";

/** What a form holds of a budget. */
export interface BudgetValues {
  budget_period: BudgetChoice;
  budget_quota: number;
}

/** How often a budget resets, and how much it is. */
export function BudgetFields<Values extends FieldValues & BudgetValues>({ hint }: { hint: string }) {
  const { t } = useTranslation("budget");
  const { quotaPerUnit, displayInCurrency } = useQuotaFormat();
  const period = useWatch<Values>({ name: "budget_period" as FieldPath<Values> }) as BudgetChoice;
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
      }}
    >
      <Box sx={{ ...(period === "none" && { gridColumn: "1 / -1" }) }}>
        <SelectField<Values>
          name={"budget_period" as FieldPath<Values>}
          label={t("period")}
          hint={hint}
          options={budgetChoices.map((value) => ({ value, label: t(`choice.${value}`) }))}
        />
      </Box>
      {period !== "none" && (
        <AmountField<Values>
          name={"budget_quota" as FieldPath<Values>}
          label={t("amount")}
          hint={t(`resets.${period}`)}
          quotaPerUnit={quotaPerUnit}
          defaultUnit={displayInCurrency ? "dollars" : "quota"}
          required
        />
      )}
    </Box>
  );
}

/** What is sent: without a period no amount is, so that a hidden field is never rejected. */
export function budgetBody({ budget_period, budget_quota }: BudgetValues): BudgetValues {
  return { budget_period, budget_quota: budget_period === "none" ? 0 : budget_quota };
}

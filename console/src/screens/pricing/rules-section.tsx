import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { limits } from "@tollgate/contract/limits";
import { useState } from "react";
import { useFieldArray, useFormState } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import type { PriceValues } from "./price-values";
import { RuleCard } from "./rule-card";

/** Other values for long prompts, service tiers and kinds of pictures; evaluated from top to bottom. */
export function RulesSection({ unit }: { unit: PriceUnit }) {
  const { t } = useTranslation("pricing");
  const { fields, append, remove, move } = useFieldArray<PriceValues, "rules">({ name: "rules" });
  const { errors } = useFormState<PriceValues>();
  const [openAtFirst] = useState(fields.length > 0);
  const count = fields.length;
  return (
    <Box sx={{ mt: 1 }}>
      <CollapsedSection
        title={t("section.rules")}
        summary={count > 0 ? t("rule_count", { count }) : t("section.rules_none")}
        defaultOpen={openAtFirst}
        invalid={errors.rules !== undefined}
      >
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("rules.hint")}
        </Typography>
        <Stack component="ol" sx={{ gap: 2, listStyle: "none", m: 0, p: 0 }}>
          {fields.map(({ id }, index) => (
            <RuleCard
              key={id}
              index={index}
              unit={unit}
              onRemove={() => remove(index)}
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < count - 1 ? () => move(index, index + 1) : undefined}
            />
          ))}
        </Stack>
        {count < limits.priceRulesMax && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => append({ when: { prompt_above: Number.NaN } })}
            sx={{ alignSelf: "flex-start" }}
          >
            {t("rules.add")}
          </Button>
        )}
      </CollapsedSection>
    </Box>
  );
}

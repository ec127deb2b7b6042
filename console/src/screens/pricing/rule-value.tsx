import InputAdornment from "@mui/material/InputAdornment";
import { useTranslation } from "react-i18next";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useField } from "../../design-system/form/use-field";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { MultiplierField } from "./multiplier-field";
import type { PriceType } from "./price-units";
import type { PriceValues } from "./price-values";
import { Removable } from "./rule-condition";
import { isDollars, type RuleValueKey, useRuleValueLabel } from "./rule-values";

interface RuleValueProps {
  index: number;
  valueKey: RuleValueKey;
  type: PriceType;
  unit: PriceUnit;
  onRemove: () => void;
}

/** One value that holds where a rule applies, with a button that takes it out. */
export function RuleValue({ index, valueKey, type, unit, onRemove }: RuleValueProps) {
  const { t } = useTranslation("pricing");
  const label = useRuleValueLabel()(valueKey, type);
  const isSide = valueKey === "input" || valueKey === "output";
  return (
    <Removable label={t("rules.remove_part", { name: label })} onRemove={onRemove}>
      {isSide ? (
        <MultiplierField name={`rules.${index}.${valueKey}`} type={type} unit={unit} label={label} />
      ) : (
        <PlainValue
          name={valueKey === "ratio" ? `rules.${index}.ratio` : `rules.${index}.extra_ratios.${valueKey}`}
          label={label}
          sign={isDollars(valueKey) ? "$" : "×"}
        />
      )}
    </Removable>
  );
}

function PlainValue({ name, label, sign }: { name: FieldPath<PriceValues>; label: string; sign: string }) {
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({ name, label });
  const [text, setText] = useState(() =>
    typeof field.value === "number" && !Number.isNaN(field.value) ? String(field.value) : "",
  );
  return (
    <TextField
      inputRef={field.ref}
      label={label}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        field.onChange(next.trim() === "" ? Number.NaN : Number(next.replace(",", ".")));
      }}
      onBlur={field.onBlur}
      error={invalid}
      helperText={helper}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: "decimal" },
        inputLabel: { shrink: true },
        input: { startAdornment: <InputAdornment position="start">{sign}</InputAdornment> },
      }}
    />
  );
}

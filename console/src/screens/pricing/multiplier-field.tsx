import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import type { PriceValues } from "./price-values";
import { dollarsOfMultiplier, multiplierOf, type PriceType } from "./price-units";

interface MultiplierFieldProps {
  name: FieldPath<PriceValues>;
  type: PriceType;
  /** Tokens that the dollars are for. */
  unit: PriceUnit;
  label: string;
}

/** One price as dollars and as multiplier; typing in one field fills the other. */
export function MultiplierField({ name, type, unit, label }: MultiplierFieldProps) {
  const { t } = useTranslation("pricing");
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({ name, label });
  const [typed, setTyped] = useState<{ as: "dollars" | "multiplier"; text: string }>();
  const multiplier = typeof field.value === "number" ? field.value : Number.NaN;
  const dollars = Number.isNaN(multiplier) ? Number.NaN : dollarsOfMultiplier(type, multiplier, unit);

  const valueOf = (as: "dollars" | "multiplier", text: string): number => {
    const number = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
    return as === "dollars" && !Number.isNaN(number) ? multiplierOf(type, number, unit) : number;
  };
  // Keeps the typed text while it still equals the form's value.
  const shown = (as: "dollars" | "multiplier", value: number): string => {
    if (typed?.as === as && Object.is(valueOf(as, typed.text), multiplier)) return typed.text;
    return Number.isNaN(value) ? "" : String(value);
  };
  const change = (as: "dollars" | "multiplier", text: string) => {
    setTyped({ as, text });
    field.onChange(valueOf(as, text));
  };
  const perTokens = t(unit === "1M" ? "field.dollars_per_million" : "field.dollars_per_thousand");

  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: "flex-start" }}>
      <TextField
        inputRef={field.ref}
        label={`${label}, ${type === "times" ? t("field.dollars_per_call") : perTokens}`}
        value={shown("dollars", dollars)}
        onChange={(event) => change("dollars", event.target.value)}
        onBlur={field.onBlur}
        required
        error={invalid}
        helperText={helper}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: "decimal" },
          inputLabel: { shrink: true },
          input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
        }}
        sx={{ flex: 3 }}
      />
      <TextField
        label={t("field.multiplier")}
        value={shown("multiplier", multiplier)}
        onChange={(event) => change("multiplier", event.target.value)}
        onBlur={field.onBlur}
        error={invalid}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: "decimal", "aria-label": `${label}, ${t("field.multiplier")}` },
          inputLabel: { shrink: true },
          input: { startAdornment: <InputAdornment position="start">×</InputAdornment> },
        }}
        sx={{ flex: 2 }}
      />
    </Stack>
  );
}

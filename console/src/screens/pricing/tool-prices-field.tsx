import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ToolPriceKey, toolPriceClasses, toolPriceKeys } from "@tollgate/contract/cost";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import type { PriceValues } from "./price-values";
import { formatUnitPrice } from "../../lib/format-number";

/** Dollars per call of each tool that an upstream runs itself; an empty field means the standard price. */
export function ToolPricesField() {
  const { t } = useTranslation("pricing");
  return (
    <>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("field.tools_hint")}
      </Typography>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" } }}>
        {toolPriceKeys.map((key) => (
          <ToolPrice key={key} priceKey={key} />
        ))}
      </Box>
    </>
  );
}

function ToolPrice({ priceKey }: { priceKey: ToolPriceKey }) {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const { tokenClass, dollars } = toolPriceClasses[priceKey];
  const label = t(`price-explanation:class.${tokenClass}`);
  const name = `extra_ratios.${priceKey}` as "extra_ratios";
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({
    name,
    label,
    hint: t("field.tool_standard", { price: formatUnitPrice(dollars) }),
  });
  const [text, setText] = useState(() => (typeof field.value === "number" ? String(field.value) : ""));

  const change = (next: string) => {
    setText(next);
    // To the form, undefined would mean the value it began with; `savedPrice` leaves null out.
    field.onChange(next.trim() === "" ? null : Number(next.replace(",", ".")));
  };

  return (
    <TextField
      inputRef={field.ref}
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={field.onBlur}
      placeholder={String(dollars)}
      error={invalid}
      helperText={helper}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: "decimal", "aria-label": t("field.tool_price", { name: label }) },
        inputLabel: { shrink: true },
        input: {
          startAdornment: <InputAdornment position="start">$</InputAdornment>,
          endAdornment: (
            <Typography variant="caption" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
              {t("field.tool_unit")}
            </Typography>
          ),
        },
      }}
    />
  );
}

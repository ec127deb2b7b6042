import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { toolPriceClasses, toolPriceKeys, unitPriceClasses, unitPriceKeys } from "@tollgate/contract/cost";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import type { PriceValues } from "./price-values";
import { formatUnitPrice } from "../../lib/format-number";

/** Dollars per call of each tool that an upstream runs itself; an empty field means the standard price. */
export function ToolPricesField() {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  return (
    <DollarPrices
      hint={t("field.tools_hint")}
      prices={toolPriceKeys.map((key) => {
        const { tokenClass, dollars } = toolPriceClasses[key];
        const label = t(`price-explanation:class.${tokenClass}`);
        return {
          key,
          label,
          name: t("field.tool_price", { name: label }),
          hint: t("field.tool_standard", { price: formatUnitPrice(dollars) }),
          unit: t("field.tool_unit"),
          placeholder: String(dollars),
        };
      })}
    />
  );
}

/** Units that people quote in another size: per minute, per million. */
const quoted = { second: 60, picture: 1000, character: 1_000_000 } as const;

/** Dollars per second, picture or character; an empty field means that tokens are charged. */
export function UnitPricesField() {
  const { t } = useTranslation(["pricing", "price-explanation", "price-cells"]);
  return (
    <DollarPrices
      hint={t("field.units_hint")}
      prices={unitPriceKeys.map((key) => ({
        key,
        label: t(`price-explanation:class.${unitPriceClasses[key].tokenClass}`),
        name: t(`field.unit_price.${key}`),
        hint: (dollars) =>
          dollars === undefined
            ? t("field.unit_none")
            : t(`field.unit_quoted.${key}`, { price: formatUnitPrice(dollars * quoted[key]) }),
        unit: t(`price-cells:${key}`),
        placeholder: "",
      }))}
    />
  );
}

interface DollarPriceProps {
  key: string;
  label: string;
  /** For readers of the screen. */
  name: string;
  hint: string | ((dollars: number | undefined) => string);
  unit: string;
  placeholder: string;
}

function DollarPrices({ hint, prices }: { hint: string; prices: DollarPriceProps[] }) {
  return (
    <>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {hint}
      </Typography>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" } }}>
        {prices.map(({ key, ...price }) => (
          <DollarPrice key={key} priceKey={key} {...price} />
        ))}
      </Box>
    </>
  );
}

function DollarPrice(props: Omit<DollarPriceProps, "key"> & { priceKey: string }) {
  const { priceKey, label, hint, unit, placeholder } = props;
  const name = `extra_ratios.${priceKey}` as "extra_ratios";
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({ name, label });
  const [text, setText] = useState(() => (typeof field.value === "number" ? String(field.value) : ""));
  const dollars = typeof field.value === "number" && Number.isFinite(field.value) ? field.value : undefined;

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
      placeholder={placeholder}
      error={invalid}
      helperText={invalid ? helper : typeof hint === "string" ? hint : hint(dollars)}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: "decimal", "aria-label": props.name },
        inputLabel: { shrink: true },
        input: {
          startAdornment: <InputAdornment position="start">$</InputAdornment>,
          endAdornment: (
            <Typography variant="caption" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
              {unit}
            </Typography>
          ),
        },
      }}
    />
  );
}

import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { isValidModelPattern, isWildcard } from "@tollgate/contract/model-pattern";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import type { PriceValues } from "./price-values";

interface PriceModelFieldProps {
  names: readonly string[];
  /** Models that have no price yet; offered first. */
  unpriced: readonly string[];
}

/** A model's name or a beginning with a star; a star says how many known models it covers. */
export function PriceModelField({ names, unpriced }: PriceModelFieldProps) {
  const { t } = useTranslation("pricing");
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({
    name: "model",
    label: t("field.model"),
    hint: t("field.model_hint"),
  });
  const value = typeof field.value === "string" ? field.value : "";
  const pattern = value.trim();
  const covers = isWildcard(pattern) && isValidModelPattern(pattern);
  const count = covers
    ? names.filter((name) => name.startsWith(pattern.slice(0, -1)) && name !== pattern).length
    : 0;
  return (
    <Autocomplete
      freeSolo
      options={[...new Set([...unpriced, ...names])]}
      filterOptions={(options, { inputValue }) =>
        options.filter((name) => name.toLowerCase().includes(inputValue.trim().toLowerCase())).slice(0, 100)
      }
      inputValue={value}
      onInputChange={(_event, next) => field.onChange(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          onBlur={field.onBlur}
          label={t("field.model")}
          required
          error={invalid}
          helperText={covers && !invalid ? t("field.model_matches", { count }) : helper}
        />
      )}
    />
  );
}

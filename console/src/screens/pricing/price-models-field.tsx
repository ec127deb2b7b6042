import Autocomplete from "@mui/material/Autocomplete";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import { isValidModelPattern, isWildcard } from "@tollgate/contract/model-pattern";
import { type ClipboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { splitEntries } from "../../design-system/form/list-field";
import { useField } from "../../design-system/form/use-field";
import type { PriceValues } from "./price-values";

interface PriceModelsFieldProps {
  names: readonly string[];
  /** Models that have no price yet; offered first. */
  unpriced: readonly string[];
}

/** Maximum number of suggestions rendered. */
const suggestionLimit = 100;

/** Names of models, or beginnings with a star, which show how many known models they cover. Typed text is added on blur. */
export function PriceModelsField({ names, unpriced }: PriceModelsFieldProps) {
  const { t } = useTranslation("pricing");
  const { field, helper, invalid } = useField<PriceValues, PriceValues>({
    name: "models",
    label: t("field.models"),
    hint: t("field.models_hint"),
  });
  const { ref, value, onChange, onBlur } = field;
  const models = Array.isArray(value) ? (value as string[]) : [];
  const [typed, setTyped] = useState("");
  const covered = coveredBy([...models, typed.trim()], names);

  const add = (text: string) => onChange(splitEntries([...models, text]));
  const onPaste = (event: ClipboardEvent) => {
    const pasted = splitEntries([event.clipboardData.getData("text")]);
    if (pasted.length < 2) return;
    event.preventDefault();
    add(pasted.join("\n"));
  };

  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      disableClearable={false as never}
      filterSelectedOptions
      options={[...new Set([...unpriced, ...names])]}
      filterOptions={(options, { inputValue }) => {
        const text = inputValue.trim().toLowerCase();
        return options.filter((name) => name.toLowerCase().includes(text)).slice(0, suggestionLimit);
      }}
      value={models}
      onChange={(_event, next) => onChange(splitEntries(next))}
      inputValue={typed}
      onInputChange={(_event, next) => setTyped(next)}
      onBlur={() => {
        if (typed.trim() !== "") add(typed);
        setTyped("");
        onBlur();
      }}
      renderValue={(chosen, getItemProps) =>
        chosen.map((name, index) => {
          const { key, ...itemProps } = getItemProps({ index });
          return <Chip key={key} {...itemProps} size="small" label={name} />;
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label={t("field.models")}
          required
          error={invalid}
          helperText={
            covered === undefined || invalid ? helper : t("field.model_matches", { count: covered })
          }
          onPaste={onPaste}
        />
      )}
      slotProps={{ listbox: { sx: { maxHeight: 280 } } }}
    />
  );
}

/** Known models that wildcards among the patterns cover; undefined without a wildcard. */
function coveredBy(patterns: readonly string[], names: readonly string[]): number | undefined {
  const prefixes = patterns
    .filter((pattern) => isWildcard(pattern) && isValidModelPattern(pattern))
    .map((pattern) => pattern.slice(0, -1));
  if (prefixes.length === 0) return undefined;
  const covers = (name: string) =>
    prefixes.some((prefix) => name.startsWith(prefix) && name !== `${prefix}*`);
  return names.filter(covers).length;
}

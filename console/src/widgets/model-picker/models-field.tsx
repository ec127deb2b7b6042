import Autocomplete from "@mui/material/Autocomplete";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import { type ClipboardEvent, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../design-system/form/field-props";
import { splitEntries } from "../../design-system/form/list-field";
import { useField } from "../../design-system/form/use-field";

interface ModelsFieldProps<T extends FieldValues, Output> extends FieldProps<T, Output> {
  /** Offered while typing; any other name may be typed. */
  suggestions: readonly string[];
}

/** Number of chips shown until the operator expands the list: channels carry hundreds of models. */
const shownAtFirst = 24;
const suggestionLimit = 100;

/** Model names as chips, short until unfolded; a pasted list becomes one chip each. */
export function ModelsField<T extends FieldValues, Output = T>(props: ModelsFieldProps<T, Output>) {
  const { t } = useTranslation("model-picker");
  const { field, helper, invalid } = useField(props);
  const { ref, value, onChange, ...bound } = field;
  const [unfolded, setUnfolded] = useState(false);
  const models: string[] = Array.isArray(value) ? value : [];
  const hidden = unfolded ? 0 : Math.max(0, models.length - shownAtFirst);

  const onPaste = (event: ClipboardEvent) => {
    const names = splitEntries([event.clipboardData.getData("text")]);
    if (names.length < 2) return;
    event.preventDefault();
    onChange(splitEntries([...models, ...names]));
  };

  return (
    <Autocomplete<string, true, false, true>
      {...bound}
      multiple
      freeSolo
      disableClearable={false as never}
      filterSelectedOptions
      disableCloseOnSelect
      options={props.suggestions}
      filterOptions={(options, { inputValue }) => {
        const text = inputValue.trim().toLowerCase();
        return options.filter((name) => name.toLowerCase().includes(text)).slice(0, suggestionLimit);
      }}
      value={models}
      onChange={(_event, next) => onChange(splitEntries(next))}
      renderValue={(names, getItemProps) => [
        ...names.slice(0, names.length - hidden).map((name, index) => {
          const { key, ...itemProps } = getItemProps({ index });
          return <Chip key={key} {...itemProps} size="small" label={name} />;
        }),
        hidden > 0 && (
          <Chip
            key="more"
            size="small"
            color="primary"
            variant="outlined"
            label={t("more", { count: hidden })}
            onClick={() => setUnfolded(true)}
          />
        ),
      ]}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label={props.label}
          required={props.required ?? false}
          error={invalid}
          helperText={helper}
          placeholder={t("placeholder")}
          onPaste={onPaste}
        />
      )}
      slotProps={{ listbox: { sx: { maxHeight: 280 } } }}
    />
  );
}

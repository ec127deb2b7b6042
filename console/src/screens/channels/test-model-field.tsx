import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { isWildcard } from "@tollgate/contract/model-pattern";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import type { ChannelValues } from "./channel-values";

/** The model that the speed test calls; one of the channel's, or any other name. */
export function TestModelField({ models }: { models: readonly string[] }) {
  const { t } = useTranslation("channels");
  const { field, helper, invalid } = useField<ChannelValues, ChannelValues>({
    name: "test_model",
    label: t("field.test_model"),
    hint: t("field.test_model_hint"),
  });
  const { ref, value, onChange, onBlur } = field;
  return (
    <Autocomplete
      freeSolo
      options={models.filter((name) => !isWildcard(name))}
      inputValue={typeof value === "string" ? value : ""}
      onInputChange={(_event, next) => onChange(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          onBlur={onBlur}
          label={t("field.test_model")}
          error={invalid}
          helperText={helper}
        />
      )}
    />
  );
}

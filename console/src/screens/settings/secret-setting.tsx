import Button from "@mui/material/Button";
import MuiTextField from "@mui/material/TextField";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { SecretField } from "../../design-system/form/secret-field";
import type { SectionValues } from "./setting-values";

interface SecretSettingProps {
  name: `values.${string}`;
  label: string;
  hint: string;
  isSet: boolean;
  disabled: boolean;
}

/** A secret of the settings: never shown, replaced by typing, cleared on request when the section is saved. */
export function SecretSetting(props: SecretSettingProps) {
  const { t } = useTranslation(["settings", "common"]);
  const { field } = useController<SectionValues>({ name: props.name });
  if (field.value === null) {
    return (
      <MuiTextField
        label={props.label}
        value={t("secret.to_be_cleared")}
        helperText={props.hint}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { readOnly: true },
          input: {
            endAdornment: (
              <Button size="small" onClick={() => field.onChange("")}>
                {t("common:undo")}
              </Button>
            ),
          },
        }}
      />
    );
  }
  const clearable = props.isSet && !props.disabled && field.value === "";
  return (
    <>
      <SecretField<SectionValues> {...props} />
      {clearable && (
        <Button
          size="small"
          color="inherit"
          aria-label={t("secret.clear_named", { name: props.label })}
          onClick={() => field.onChange(null)}
          sx={{ mt: 0.25, color: "text.secondary" }}
        >
          {t("secret.clear")}
        </Button>
      )}
    </>
  );
}

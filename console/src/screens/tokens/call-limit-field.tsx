import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import type { CallLimit, TokenValues } from "./token-values";

/** A limit of calls. An empty field means no limit, stored as 0. */
export function CallLimitField({ name }: { name: CallLimit }) {
  const { t } = useTranslation("tokens");
  const label = t(`field.${name}`);
  const { field, helper, invalid } = useField<TokenValues, TokenValues>({ name, label });
  const [text, setText] = useState(() =>
    typeof field.value === "number" && field.value > 0 ? String(field.value) : "",
  );
  return (
    <TextField
      inputRef={field.ref}
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        field.onChange(event.target.value.trim() === "" ? 0 : Number(event.target.value.replace(",", ".")));
      }}
      onBlur={field.onBlur}
      placeholder={t("field.no_limit")}
      error={invalid}
      helperText={helper}
      autoComplete="off"
      slotProps={{ htmlInput: { inputMode: "numeric" }, inputLabel: { shrink: true } }}
    />
  );
}

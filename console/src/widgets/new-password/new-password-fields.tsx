import VisibilityOffOutlinedIcon from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlinedIcon from "@mui/icons-material/VisibilityOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../design-system/form/text-field";
import { PasswordMeter } from "../../design-system/password-meter/password-meter";
import { measurePassword } from "../../lib/password-strength";

export interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  hint: string;
  /** What a guess would begin with: the own name. */
  own?: readonly string[];
}

/** The fields `password` and `confirm` of the form around them, with a measure of what is chosen. */
export function NewPasswordFields({ label, confirmLabel, hint, own = [] }: NewPasswordFieldsProps) {
  const { t } = useTranslation("common");
  const { control } = useFormContext<{ password: string; confirm: string }>();
  const password = useWatch({ control, name: "password" });
  const [shown, setShown] = useState(false);
  const strength = measurePassword(password, own);
  return (
    <>
      <TextField
        name="password"
        label={label}
        hint={hint}
        type={shown ? "text" : "password"}
        autoComplete="new-password"
        end={
          <IconButton
            size="small"
            edge="end"
            aria-label={t(shown ? "hidePassword" : "showPassword")}
            onClick={() => setShown(!shown)}
            sx={{ color: "text.secondary" }}
          >
            {shown ? (
              <VisibilityOffOutlinedIcon fontSize="small" />
            ) : (
              <VisibilityOutlinedIcon fontSize="small" />
            )}
          </IconButton>
        }
      />
      {password !== "" && (
        // Nearer to the field that it speaks of.
        <Box sx={{ "&&": { mt: 0.75 } }}>
          <PasswordMeter
            strength={strength}
            word={t(`passwordStrength.${strength}`)}
            label={t("passwordStrength.label")}
          />
        </Box>
      )}
      <TextField
        name="confirm"
        label={confirmLabel}
        type={shown ? "text" : "password"}
        autoComplete="new-password"
      />
    </>
  );
}

import VisibilityOffOutlinedIcon from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlinedIcon from "@mui/icons-material/VisibilityOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { TextField } from "../../design-system/form/text-field";
import { PasswordMeter } from "../../design-system/password-meter/password-meter";
import { generatePassword } from "../../lib/generate-password";
import { measurePassword } from "../../lib/password-strength";

interface NewPasswordFieldProps {
  label: string;
  /** The rules, and what the password changes; shown from the start. */
  hint: string;
  required?: boolean;
  /** The user's name, which counts as easy to guess. */
  own?: readonly string[];
  shown: boolean;
  onShow: (shown: boolean) => void;
  /** A password was generated and is in the field. */
  onGenerate?: (password: string) => void;
}

/**
 * The field `password` of the surrounding form: typed or generated, with its strength, and buttons to show and copy
 * it.
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { t } = useTranslation(["new-password", "common"]);
  const form = useFormContext<{ password: string }>();
  const password = useWatch({ control: form.control, name: "password" });
  const [generated, setGenerated] = useState("");
  const strength = measurePassword(password, props.own ?? []);
  const generate = (): void => {
    const made = generatePassword();
    form.setValue("password", made, { shouldDirty: true });
    form.clearErrors("password");
    setGenerated(made);
    props.onShow(true);
    props.onGenerate?.(made);
  };
  return (
    <div>
      <TextField
        name="password"
        label={props.label}
        hint={props.hint}
        required={props.required ?? false}
        type={props.shown ? "text" : "password"}
        autoComplete="new-password"
        end={
          <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
            {password !== "" && <CopyButton text={password} label={t("copy")} />}
            <IconButton
              size="small"
              edge="end"
              aria-label={t(props.shown ? "common:hidePassword" : "common:showPassword")}
              onClick={() => props.onShow(!props.shown)}
              sx={{ color: "text.secondary" }}
            >
              {props.shown ? (
                <VisibilityOffOutlinedIcon fontSize="small" />
              ) : (
                <VisibilityOutlinedIcon fontSize="small" />
              )}
            </IconButton>
          </Stack>
        }
      />
      {password !== "" && (
        <Box sx={{ mt: 0.75 }}>
          <PasswordMeter
            strength={strength}
            word={t(`common:passwordStrength.${strength}`)}
            label={t("common:passwordStrength.label")}
          />
        </Box>
      )}
      {password !== "" && password === generated ? (
        <Typography role="status" variant="body2" sx={{ color: "text.secondary", mt: 0.75 }}>
          {t("generated")}
        </Typography>
      ) : (
        <Link component="button" type="button" variant="body2" onClick={generate} sx={{ mt: 0.75 }}>
          {t("generate")}
        </Link>
      )}
    </div>
  );
}

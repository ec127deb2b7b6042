import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { neverExpires } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import { useField } from "../../design-system/form/use-field";
import { MomentField } from "../../widgets/moment-field/moment-field";
import type { TokenValues } from "./token-values";

const thirtyDays = 30 * 86_400;

/** Never, or a moment in the viewer's zone; the form holds epoch seconds. */
export function ExpiryField() {
  const { t } = useTranslation("tokens");
  const { field, helper, invalid } = useField<TokenValues, TokenValues>({
    name: "expired_time",
    label: t("field.expired_time"),
  });
  const value = typeof field.value === "number" ? field.value : neverExpires;
  const never = value === neverExpires;
  const past = !never && value > 0 && value * 1000 < Date.now();
  const in30Days = () => Math.floor(Date.now() / 60_000) * 60 + thirtyDays;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <FormControlLabel
        label={t("field.never_expires")}
        labelPlacement="start"
        control={
          <Switch
            checked={never}
            onChange={(event) => field.onChange(event.target.checked ? neverExpires : in30Days())}
          />
        }
        sx={{ m: 0, justifyContent: "space-between", minHeight: 32 }}
      />
      {!never && (
        <MomentField
          label={t("field.expired_time")}
          value={value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          invalid={invalid}
          problem={helper ?? (past ? t("field.past") : undefined)}
        />
      )}
    </Stack>
  );
}

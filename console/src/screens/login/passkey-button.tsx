import FingerprintIcon from "@mui/icons-material/Fingerprint";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notifications/notifications";
import { PasskeyCancelled, passkeysWork } from "../../lib/passkeys";
import { usePasskeyLogin } from "./login-queries";
import { usePasskeyAutofill } from "./use-passkey-autofill";
import type { SecondStep } from "./use-second-step";

/** Signs in with a passkey; nothing where the browser has none. `primary`: the page has no form above it. */
export function PasskeyButton({ step, primary }: { step: SecondStep; primary: boolean }) {
  const { t } = useTranslation("login");
  const login = usePasskeyLogin();
  // Only one ceremony can run: the dialog ends the waiting one, which begins again after it.
  const [dialogs, setDialogs] = useState(0);
  usePasskeyAutofill({ step, paused: login.isPending, round: dialogs });
  if (!passkeysWork()) return null;

  const ask = (): void => {
    step.clear();
    login.mutate(
      { autofill: false },
      {
        onError: (error) => {
          if (error instanceof PasskeyCancelled) notify.info(t("passkeyCancelled"));
          else step.failed(error);
        },
        onSettled: () => setDialogs((count) => count + 1),
      },
    );
  };

  return (
    <Button
      fullWidth
      variant={primary ? "contained" : "outlined"}
      {...(!primary && { color: "inherit" })}
      size="large"
      startIcon={<FingerprintIcon />}
      loading={login.isPending}
      loadingPosition="start"
      onClick={ask}
      sx={{ mt: primary ? 0 : 1.25, ...(!primary && { borderColor: "divider" }) }}
    >
      {t("passkey")}
    </Button>
  );
}

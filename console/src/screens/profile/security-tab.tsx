import Alert from "@mui/material/Alert";
import type { Self } from "@tollgate/contract/profile";
import { useTranslation } from "react-i18next";
import { PasskeysCard } from "./passkeys-card";
import { PasswordCard } from "./password-card";
import { TwoFactorCard } from "./two-factor-card";
import { SessionsCard } from "./sessions-card";

/** How the account is secured, and where it is signed in. */
export function SecurityTab({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  return (
    <>
      {self.second_factor_due && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t("due")}
        </Alert>
      )}
      <PasswordCard self={self} />
      <TwoFactorCard self={self} />
      <PasskeysCard self={self} />
      <SessionsCard />
    </>
  );
}

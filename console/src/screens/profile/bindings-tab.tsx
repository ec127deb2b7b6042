import Button from "@mui/material/Button";
import type { Self } from "@tollgate/contract/profile";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { useOfferedKinds } from "../../widgets/sign-in-methods/sign-in-kinds";
import { EmailDialog } from "./email-dialog";
import { LinkedAccounts } from "./linked-accounts";
import { ProfileCard } from "./profile-card";
import { TelegramCard } from "./telegram-card";

/** The address, and accounts elsewhere. */
export function BindingsTab({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const offered = useOfferedKinds();
  const linked = Object.values(self.bindings).some((name) => name !== "");
  return (
    <>
      <EmailCard self={self} />
      {(offered.length > 0 || linked) && (
        <ProfileCard title={t("bindings.title")} description={t("bindings.body")}>
          <LinkedAccounts self={self} />
        </ProfileCard>
      )}
      <TelegramCard self={self} />
    </>
  );
}

function EmailCard({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const [open, setOpen] = useState(false);
  const has = self.email !== "";
  return (
    <>
      <ProfileCard
        title={t("email.title")}
        description={has ? self.email : t("email.none")}
        {...(has && {
          status: (
            <StatusChip
              tone={self.email_verified ? "success" : "warning"}
              label={t(self.email_verified ? "email.verified" : "email.unverified")}
            />
          ),
        })}
        action={
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {t(has ? "email.change" : "email.bind")}
          </Button>
        }
      />
      {open && <EmailDialog self={self} onClose={() => setOpen(false)} />}
    </>
  );
}

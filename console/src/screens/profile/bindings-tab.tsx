import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { Self } from "@tollgate/contract/profile";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { useOfferedKinds } from "../../widgets/sign-in-methods/sign-in-kinds";
import { EmailDialog } from "./email-dialog";
import { LinkedAccounts } from "./linked-accounts";
import { ProfileCard } from "./profile-card";

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
      <TelegramCard bound={(self.bindings.telegram ?? "") !== ""} />
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

/** How the bot learns of the account; unlinking stands in the list above. */
function TelegramCard({ bound }: { bound: boolean }) {
  const { t } = useTranslation("profile");
  const { telegram_bot } = useSiteInfo();
  if (telegram_bot === "" || bound) return null;
  return (
    <ProfileCard
      title="Telegram"
      description={t("telegram.body")}
      action={
        <Button
          variant="outlined"
          component={Link}
          href={`https://t.me/${encodeURIComponent(telegram_bot)}`}
          target="_blank"
          rel="noreferrer"
        >
          {t("telegram.open")}
        </Button>
      }
    >
      <Typography variant="body2" component="ol" sx={{ m: 0, pl: 2.5, color: "text.secondary" }}>
        <li>{t("telegram.step1")}</li>
        <li>{t("telegram.step2")}</li>
        <li>{t("telegram.step3")}</li>
      </Typography>
    </ProfileCard>
  );
}

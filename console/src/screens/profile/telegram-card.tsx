import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Self } from "@tollgate/contract/profile";
import type { TelegramBindCode } from "@tollgate/contract/telegram";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { formatTime } from "../../lib/format-time";
import { useSiteInfo } from "../../lib/site-info/site-info";
import { ProfileCard } from "./profile-card";
import { useCreateTelegramCode, useRefreshSelf } from "./profile-queries";
import { StepUpDialog } from "./step-up-dialog";

/** Binds the bot with a one-time code. Unlinking is in the list of linked accounts. */
export function TelegramCard({ self }: { self: Self }) {
  const { t } = useTranslation("profile");
  const { telegram_bot } = useSiteInfo();
  const [asking, setAsking] = useState(false);
  const [code, setCode] = useState<TelegramBindCode>();
  const create = useCreateTelegramCode();
  const refresh = useRefreshSelf();
  const bound = (self.bindings.telegram ?? "") !== "";
  return (
    <>
      {telegram_bot !== "" && !bound && (
        <ProfileCard
          title="Telegram"
          description={t("telegram.body")}
          action={
            <Button variant="outlined" onClick={() => setAsking(true)}>
              {t("telegram.bind")}
            </Button>
          }
        />
      )}
      {asking && (
        <StepUpDialog
          self={self}
          title={t("telegram.bindTitle")}
          description={t("telegram.bindBody")}
          submitLabel={t("telegram.create")}
          act={(stepUp) => create.mutateAsync(stepUp)}
          onDone={(created) => {
            setAsking(false);
            setCode(created);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {code && (
        <CodeDialog
          code={code}
          onClose={() => {
            setCode(undefined);
            refresh();
          }}
        />
      )}
    </>
  );
}

/** The code, this once, and what to do with it. */
function CodeDialog({
  code: { code, bot, expires_time },
  onClose,
}: {
  code: TelegramBindCode;
  onClose: () => void;
}) {
  const { t } = useTranslation("profile");
  const titleId = useId();
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{t("telegram.codeTitle")}</DialogTitle>
      <DialogContent>
        <Stack sx={{ p: 1.5, border: 1, borderColor: "divider", borderRadius: 1.5, alignItems: "center" }}>
          <MonoText copy wrap>
            {code}
          </MonoText>
        </Stack>
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 1 }}>
          {t("telegram.expires", { time: formatTime(expires_time) })}
        </Typography>
        <Typography variant="body2" component="ol" sx={{ mt: 2, mb: 0, pl: 2.5 }}>
          <li>{t("telegram.step1")}</li>
          <li>{t("telegram.step2", { bot })}</li>
          <li>{t("telegram.step3")}</li>
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button
          component={Link}
          href={`https://t.me/${encodeURIComponent(bot)}?start=bind`}
          target="_blank"
          rel="noreferrer"
        >
          {t("telegram.open")}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t("telegram.done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

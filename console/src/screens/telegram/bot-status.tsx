import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { roles } from "@tollgate/contract/access";
import type { BotState, TelegramStatus } from "@tollgate/contract/telegram";
import { useTranslation } from "react-i18next";
import { Link as RouterLink } from "react-router";
import { StatusChip, type StatusChipProps } from "../../design-system/status-chip/status-chip";
import { useSession } from "../../lib/session/session";

const tones: Record<BotState, StatusChipProps["tone"]> = {
  online: "success",
  starting: "info",
  failing: "error",
  off: "neutral",
};

/** The bot's name, and whether it is online and how. */
export function BotChip({ status }: { status: TelegramStatus }) {
  const { t } = useTranslation("telegram");
  const { state, is_webhook, bot } = status;
  const label = state === "online" ? t(is_webhook ? "state.webhook" : "state.polling") : t(`state.${state}`);
  return (
    <Stack direction="row" role="status" sx={{ alignItems: "center", gap: 1, flexWrap: "wrap", mt: 0.5 }}>
      <StatusChip tone={tones[state]} label={label} />
      {bot !== "" && (
        <Link
          href={`https://t.me/${encodeURIComponent(bot)}`}
          target="_blank"
          rel="noreferrer"
          variant="body2"
        >
          @{bot}
        </Link>
      )}
    </Stack>
  );
}

/** Aligns the text with the button. */
const centred = { alignItems: "center" };

interface BotAlertsProps {
  status: TelegramStatus;
  reloading: boolean;
  onReload: () => void;
}

/** The bot's problem and what to do about it. */
export function BotAlerts({ status, reloading, onReload }: BotAlertsProps) {
  const { t } = useTranslation("telegram");
  const isRoot = useSession()?.role === roles.root;
  const settings = isRoot && (
    <Button
      color="inherit"
      size="small"
      component={RouterLink}
      to="/panel/setting?tab=system&setting=TelegramBotToken"
    >
      {t("openSettings")}
    </Button>
  );
  const { state, fault, detail, commands_differ } = status;
  return (
    <Stack sx={{ gap: 1.5, mb: state === "off" || fault !== null || commands_differ ? 2 : 0 }}>
      {state === "off" && (
        <Alert severity="info" sx={centred} action={settings}>
          {t(isRoot ? "off.root" : "off.admin")}
        </Alert>
      )}
      {fault !== null && (
        <Alert severity="error" sx={centred} action={settings}>
          {t(`fault.${fault}`)}
          {detail !== "" && ` ${t("detail", { detail })}`}
        </Alert>
      )}
      {commands_differ && (
        <Alert
          severity="warning"
          sx={centred}
          action={
            <Button color="inherit" size="small" onClick={onReload} loading={reloading}>
              {t("reload")}
            </Button>
          }
        >
          {t("differ")}
        </Alert>
      )}
    </Stack>
  );
}

import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { type Channel, channelStatus } from "@tollgate/contract/channels";
import { useTranslation } from "react-i18next";
import { problemWithEvidence } from "./problem-sentence";
import { StatusChip } from "../../design-system/status-chip/status-chip";

/** Label of a channel's status; an unknown number is "unknown". */
export function statusKey(status: number): "status.1" | "status.2" | "status.3" | "status.unknown" {
  if (status === channelStatus.enabled) return "status.1";
  if (status === channelStatus.disabled) return "status.2";
  return status === channelStatus.autoDisabled ? "status.3" : "status.unknown";
}

interface ChannelStatusProps {
  channel: Channel;
  onToggle: (enabled: boolean) => void;
  onHistory: () => void;
}

/** Switch and word; an automatically disabled channel shows why on hover, and more on a click. */
export function ChannelStatus({ channel, onToggle, onHistory }: ChannelStatusProps) {
  const { t } = useTranslation("channels");
  const { name, status, status_reason: reason, status_problem: problem } = channel;
  const why = problemWithEvidence(t, problem, reason);
  const hint = why === "" ? t("status.no_reason") : t("status.reason", { reason: why });
  const word = t(statusKey(status));
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      <Switch
        checked={status === channelStatus.enabled}
        onChange={(event) => onToggle(event.target.checked)}
        slotProps={{ input: { "aria-label": t("status.toggle", { name }) } }}
      />
      {status === channelStatus.autoDisabled ? (
        <ButtonBase
          onClick={onHistory}
          aria-label={t("history.open", { name, status: word })}
          sx={{ borderRadius: 1 }}
        >
          <StatusChip tone="warning" label={word} hint={hint} />
        </ButtonBase>
      ) : (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {word}
        </Typography>
      )}
    </Stack>
  );
}

import Chip from "@mui/material/Chip";
import CircularProgress from "@mui/material/CircularProgress";
import SpeedIcon from "@mui/icons-material/Speed";
import Tooltip from "@mui/material/Tooltip";
import type { Channel } from "@tollgate/contract/channels";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { toneColors } from "../../design-system/status-chip/tone-colors";
import { formatRelativeTime } from "../../lib/format-time";
import { TestingContext } from "./use-channel-test";
import { formatDuration } from "../../lib/format-number";

type Pace = "success" | "info" | "warning" | "error";

/** Green to one second, blue to three, amber to five, red above; undefined for a channel never tested. */
export function paceOf(milliseconds: number): Pace | undefined {
  if (milliseconds <= 0) return undefined;
  if (milliseconds <= 1_000) return "success";
  if (milliseconds <= 3_000) return "info";
  return milliseconds <= 5_000 ? "warning" : "error";
}

interface ResponseChipProps {
  channel: Channel;
  onTest: () => void;
}

/** How fast the channel answered its last test; a click tests it now. */
export function ResponseChip({ channel, onTest }: ResponseChipProps) {
  const { t } = useTranslation("channels");
  const running = useContext(TestingContext).has(channel.id);
  const { name, response_time, test_time } = channel;
  const untimed = t(test_time > 0 ? "response.failed" : "response.never");
  const label = response_time > 0 ? formatDuration(response_time) : untimed;
  const hint =
    test_time > 0 ? t("response.hint", { time: formatRelativeTime(test_time) }) : t("response.hint_never");
  return (
    <Tooltip title={running ? t("response.running") : hint}>
      <Chip
        size="small"
        clickable={!running}
        onClick={running ? undefined : onTest}
        icon={running ? <CircularProgress size={12} color="inherit" /> : <SpeedIcon />}
        label={running ? t("response.running") : label}
        aria-label={`${t("response.test_label", { name })}: ${label}`}
        aria-busy={running}
        sx={(theme) => ({
          ...toneColors(theme, (!running && paceOf(response_time)) || "neutral"),
          fontWeight: 500,
          "& .MuiChip-icon": { color: "inherit", fontSize: 14, ml: "6px" },
          "& .MuiChip-label": { px: "7px" },
          "&:hover, &.Mui-focusVisible": { filter: "brightness(0.95)" },
        })}
      />
    </Tooltip>
  );
}

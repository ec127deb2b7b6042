import Chip from "@mui/material/Chip";
import CircularProgress from "@mui/material/CircularProgress";
import SpeedIcon from "@mui/icons-material/Speed";
import Tooltip from "@mui/material/Tooltip";
import type { Channel } from "@tollgate/contract/channels";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { toneColors } from "../../design-system/status-chip/tone-colors";
import { formatRelativeTime } from "../../lib/format-time";
import { problemWithEvidence } from "./problem-sentence";
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

/** How fast the channel answered its last test, or that it failed and why on hover; a click tests it now. */
export function ResponseChip({ channel, onTest }: ResponseChipProps) {
  const { t } = useTranslation("channels");
  const running = useContext(TestingContext).has(channel.id);
  const { name, response_time, test_time, test_problem: problem } = channel;
  const why = problemWithEvidence(t, channel.test_problem_kind, problem ?? "");
  // A tested channel without a time has never passed a test.
  const failed = problem !== undefined || (test_time > 0 && response_time === 0);
  const label = failed
    ? t("response.failed")
    : response_time > 0
      ? formatDuration(response_time)
      : t("response.never");
  const when = formatRelativeTime(test_time);
  let hint = test_time > 0 ? t("response.hint", { time: when }) : t("response.hint_never");
  if (failed && problem) hint = t("response.hint_failed", { time: when, reason: why });
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
          ...toneColors(theme, running ? "neutral" : failed ? "error" : (paceOf(response_time) ?? "neutral")),
          fontWeight: 500,
          "& .MuiChip-icon": { color: "inherit", fontSize: 14, ml: "6px" },
          "& .MuiChip-label": { px: "7px" },
          "&:hover, &.Mui-focusVisible": { filter: "brightness(0.95)" },
        })}
      />
    </Tooltip>
  );
}

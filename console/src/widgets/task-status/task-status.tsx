import AutorenewIcon from "@mui/icons-material/Autorenew";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import ScheduleSendOutlinedIcon from "@mui/icons-material/ScheduleSendOutlined";
import TimerOffOutlinedIcon from "@mui/icons-material/TimerOffOutlined";
import type { TaskRow, TaskState } from "@tollgate/contract/tasks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { StatusChip } from "../../design-system/status-chip/status-chip";
import type { StatusTone } from "../../design-system/status-chip/tone-colors";

const tones: Record<TaskState, StatusTone> = {
  submitted: "info",
  queued: "info",
  in_progress: "info",
  success: "success",
  failure: "error",
  expired: "warning",
};

const icons: Partial<Record<TaskState, ReactElement>> = {
  submitted: <ScheduleSendOutlinedIcon />,
  queued: <HourglassEmptyIcon />,
  in_progress: <AutorenewIcon />,
  expired: <TimerOffOutlinedIcon />,
};

/** How far a task is, as a chip. */
export function TaskStatus({ task_state: state }: Pick<TaskRow, "task_state">) {
  const { t } = useTranslation("task-status");
  const icon = icons[state];
  return (
    <StatusChip
      tone={tones[state]}
      label={t(`state.${state}`)}
      hint={t(`state_hint.${state}`)}
      {...(icon && { icon })}
    />
  );
}

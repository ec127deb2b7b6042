import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import type { TaskState } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import { isOpen } from "./open-task";

interface TaskProgressProps {
  state: TaskState;
  /** Percent, or text such as `40%`; what cannot be read counts as 0. */
  progress: number | string;
  /** Takes the width that there is. */
  wide?: boolean;
}

const colors = { success: "success", failure: "error", expired: "warning" } as const;

/** How much of a task is done: a bar and the number. One that ended without a result keeps how far it came. */
export function TaskProgress({ state, progress, wide = false }: TaskProgressProps) {
  const { t } = useTranslation("task-status");
  const percent = percentOf(progress, state);
  const open = isOpen({ task_state: state });
  return (
    <Box
      component="span"
      sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 88, ...(wide && { width: "100%" }) }}
    >
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={t("progress")}
        color={open ? "primary" : colors[state as keyof typeof colors]}
        sx={{ flex: 1, minWidth: 40, height: 4, borderRadius: 2, opacity: open ? 1 : 0.6 }}
      />
      <Box
        component="span"
        sx={{
          width: 34,
          textAlign: "right",
          fontVariantNumeric: "tabular-nums",
          typography: "caption",
          color: "text.secondary",
        }}
      >
        {`${formatNumber(percent)}%`}
      </Box>
    </Box>
  );
}

/** 0 to 100. A finished task is whole, whatever the platform said last. */
export function percentOf(progress: number | string, state: TaskState): number {
  if (state === "success") return 100;
  const percent = typeof progress === "number" ? progress : Number.parseInt(progress, 10);
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, Math.round(percent))) : 0;
}

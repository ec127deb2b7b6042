import Alert from "@mui/material/Alert";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TaskDetail } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../lib/format-time";
import { isOpen } from "../task-status/open-task";
import { TaskProgress } from "../task-status/task-progress";
import { TaskStatus } from "../task-status/task-status";

/** Status, progress while the task moves, and what is unusual about its end. */
export function TaskHead({ detail }: { detail: TaskDetail }) {
  const { t } = useTranslation("task-detail");
  const { task, mode, expires_at } = detail;
  const open = isOpen(task);
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center" }}>
        <TaskStatus task_state={task.task_state} />
        {task.model_name !== "" && <Chip size="small" variant="outlined" label={task.model_name} />}
        {mode !== "" && <Chip size="small" variant="outlined" label={mode} />}
      </Stack>
      {open && <TaskProgress wide state={task.task_state} progress={task.progress} />}
      {open && expires_at > 0 && (
        <Typography variant="caption" sx={{ color: "text.secondary" }}>
          {t("expires", { time: formatTime(Math.floor(expires_at / 1000)) })}
        </Typography>
      )}
      {task.task_state === "expired" && <Alert severity="warning">{t("expired")}</Alert>}
      {isLate(detail) && <Alert severity="info">{t(`late.${task.charge}`)}</Alert>}
    </Stack>
  );
}

/** The result came after the task had expired. */
function isLate({ task, timeline }: TaskDetail): boolean {
  return task.task_state === "success" && timeline.some(({ state }) => state === "expired");
}

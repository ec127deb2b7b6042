import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TaskRow } from "@tollgate/contract/tasks";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { isOpen } from "../../widgets/task-status/open-task";
import { useTaskNames } from "../../widgets/task-status/task-names";
import { TaskPrice } from "../../widgets/task-status/task-price";
import { TaskProgress } from "../../widgets/task-status/task-progress";
import { TaskStatus } from "../../widgets/task-status/task-status";

/** A task on a phone: what it makes, how far it is, what it costs. */
export function TaskCard({ task, onOpen }: { task: TaskRow; onOpen: () => void }) {
  const names = useTaskNames();
  return (
    <Stack sx={{ gap: 0.75 }}>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 1.5, minWidth: 0 }}>
        <RowLink label={`${names.platform(task.platform)} · ${names.action(task.action)}`} onOpen={onOpen} />
        <Box sx={{ textAlign: "right" }}>
          <TaskPrice task={task} />
        </Box>
      </Stack>
      {task.prompt !== "" && (
        <Typography variant="body2" noWrap sx={{ color: "text.secondary" }}>
          {task.prompt}
        </Typography>
      )}
      {isOpen(task) && <TaskProgress wide state={task.task_state} progress={task.progress} />}
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", gap: 1 }}>
        <TaskStatus task_state={task.task_state} />
        <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
          <TimeText relative value={task.submit_time} />
        </Box>
      </Stack>
    </Stack>
  );
}

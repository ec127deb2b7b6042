import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { TaskPicture } from "../../widgets/task-media/task-picture";
import { isOpen } from "../../widgets/task-status/open-task";
import { useTaskNames } from "../../widgets/task-status/task-names";
import { TaskProgress } from "../../widgets/task-status/task-progress";
import { TaskStatus } from "../../widgets/task-status/task-status";

interface PictureCardProps {
  task: MidjourneyTask;
  onOpen: () => void;
  onShow: () => void;
}

/** A task on a phone: the picture, what was requested, how far it is. */
export function PictureCard({ task, onOpen, onShow }: PictureCardProps) {
  const { t } = useTranslation("midjourney");
  const names = useTaskNames();
  return (
    <Stack direction="row" sx={{ gap: 1.5, minWidth: 0 }}>
      <Box sx={{ width: 72, flexShrink: 0 }}>
        {task.image_url === "" ? (
          <Box aria-hidden sx={{ aspectRatio: "1 / 1", borderRadius: 1, bgcolor: "action.hover" }} />
        ) : (
          <ButtonBase
            aria-label={t("show", { id: task.task_id })}
            onClick={onShow}
            sx={{ width: "100%", borderRadius: 1 }}
          >
            <TaskPicture key={task.task_id} url={task.image_url} alt="" brief />
          </ButtonBase>
        )}
      </Box>
      <Stack sx={{ flex: 1, minWidth: 0, gap: 0.5 }}>
        <Stack direction="row" sx={{ justifyContent: "space-between", gap: 1, minWidth: 0 }}>
          <RowLink label={names.action(task.action)} onOpen={onOpen} />
          <Box component="span" sx={{ typography: "body2", color: "text.secondary" }}>
            <TimeText relative value={Math.floor(task.submit_time / 1000)} />
          </Box>
        </Stack>
        <Typography variant="body2" noWrap sx={{ color: "text.secondary" }}>
          {task.fail_reason || task.prompt}
        </Typography>
        <Stack direction="row" sx={{ alignItems: "center", gap: 1.5 }}>
          <TaskStatus task_state={task.task_state} />
          {isOpen(task) && <TaskProgress wide state={task.task_state} progress={task.progress} />}
        </Stack>
      </Stack>
    </Stack>
  );
}

import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import type { ReactNode } from "react";
import type { ListControl } from "../../design-system/data-table/list-control";
import { TablePager } from "../../design-system/data-table/table-pager";
import { ErrorState } from "../../design-system/error-state/error-state";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { TimeText } from "../../design-system/time-text/time-text";
import { TaskPicture } from "../../widgets/task-media/task-picture";
import { isOpen } from "../../widgets/task-status/open-task";
import { useTaskNames } from "../../widgets/task-status/task-names";
import { TaskProgress } from "../../widgets/task-status/task-progress";
import { TaskStatus } from "../../widgets/task-status/task-status";

interface PictureGridProps {
  label: string;
  /** Undefined until the first answer. */
  tasks: MidjourneyTask[] | undefined;
  list: ListControl;
  total: number;
  fetching: boolean;
  error: string | undefined;
  onRetry: () => void;
  toolbar: ReactNode;
  empty: ReactNode;
  /** Shows the picture large, or the details where there is none. */
  onChoose: (task: MidjourneyTask) => void;
}

/** Tasks as their pictures, in every state that a list can be in. */
export function PictureGrid(props: PictureGridProps) {
  const texts = useDesignTexts();
  const { tasks, error } = props;
  const failed = tasks === undefined && error !== undefined;
  return (
    <Paper variant="outlined" sx={{ overflow: "clip" }}>
      <Box sx={{ p: { xs: 1, sm: 1.25 } }}>{props.toolbar}</Box>
      <Box sx={{ position: "relative", height: 0, zIndex: 1 }}>
        {props.fetching && tasks !== undefined && (
          <LinearProgress aria-label={texts.loading} sx={{ position: "absolute", insetInline: 0, top: -1 }} />
        )}
      </Box>
      <Box sx={{ borderTop: 1, borderColor: "divider" }}>
        {failed ? (
          <ErrorState title={texts.loadFailed} message={error} onRetry={props.onRetry} />
        ) : tasks?.length === 0 ? (
          props.empty
        ) : (
          <Tiles label={props.label} tasks={tasks} onChoose={props.onChoose} />
        )}
      </Box>
      {!failed && props.total > 0 && (
        <Box sx={{ borderTop: 1, borderColor: "divider" }}>
          <TablePager list={props.list} total={props.total} />
        </Box>
      )}
    </Paper>
  );
}

function Tiles({ label, tasks, onChoose }: Pick<PictureGridProps, "label" | "tasks" | "onChoose">) {
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={tasks === undefined}
      sx={{
        m: 0,
        p: { xs: 1, sm: 1.5 },
        listStyle: "none",
        display: "grid",
        gap: { xs: 1, sm: 1.5 },
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "repeat(auto-fill, minmax(180px, 1fr))" },
      }}
    >
      {tasks === undefined
        ? Array.from({ length: 12 }, (_, place) => (
            <li key={place} aria-hidden>
              <Skeleton variant="rounded" sx={{ width: "100%", height: "auto", aspectRatio: "1 / 1" }} />
              <Skeleton width="70%" />
            </li>
          ))
        : tasks.map((task) => (
            <li key={task.task_id}>
              <Tile task={task} onChoose={() => onChoose(task)} />
            </li>
          ))}
    </Box>
  );
}

function Tile({ task, onChoose }: { task: MidjourneyTask; onChoose: () => void }) {
  const names = useTaskNames();
  const hasPicture = task.image_url !== "";
  const text = task.prompt || names.action(task.action);
  return (
    <ButtonBase
      onClick={onChoose}
      sx={{ display: "block", width: "100%", textAlign: "left", borderRadius: 1.5 }}
    >
      <Box sx={{ position: "relative" }}>
        {hasPicture ? <TaskPicture inButton url={task.image_url} alt="" /> : <NoPicture task={task} />}
        {hasPicture && isOpen(task) && (
          <Box
            sx={{
              position: "absolute",
              insetInline: 8,
              bottom: 8,
              px: 1,
              borderRadius: 1,
              bgcolor: "background.paper",
            }}
          >
            <TaskProgress wide state={task.task_state} progress={task.progress} />
          </Box>
        )}
      </Box>
      <Typography variant="body2" noWrap component="div" title={text} sx={{ mt: 0.5 }}>
        {text}
      </Typography>
      <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
        {names.action(task.action)}
        {" · "}
        <TimeText relative value={Math.floor(task.submit_time / 1000)} />
      </Typography>
    </ButtonBase>
  );
}

/** Placeholder of a picture, or why there is none. */
function NoPicture({ task }: { task: MidjourneyTask }) {
  return (
    <Stack
      sx={{
        aspectRatio: "1 / 1",
        alignItems: "center",
        justifyContent: "center",
        gap: 1,
        p: 1.5,
        borderRadius: 1,
        bgcolor: "action.hover",
        overflow: "hidden",
      }}
    >
      <TaskStatus task_state={task.task_state} />
      {isOpen(task) ? (
        <Box sx={{ width: "100%", maxWidth: 160 }}>
          <TaskProgress wide state={task.task_state} progress={task.progress} />
        </Box>
      ) : (
        <Typography
          variant="caption"
          sx={{
            color: "text.secondary",
            textAlign: "center",
            overflowWrap: "anywhere",
            display: "-webkit-box",
            WebkitLineClamp: 3,
            WebkitBoxOrient: "vertical",
            overflow: "hidden",
          }}
        >
          {task.fail_reason.slice(0, 300)}
        </Typography>
      )}
    </Stack>
  );
}

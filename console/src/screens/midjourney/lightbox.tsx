import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "../../design-system/theme/use-phone";
import { pictureKeys, useStepKeys } from "../../lib/use-step-keys";
import type { OpenTask } from "../../widgets/task-detail/use-open-task";
import { TaskPicture } from "../../widgets/task-media/task-picture";
import { LightboxSide } from "./lightbox-side";

interface LightboxProps {
  task: MidjourneyTask;
  opened: OpenTask;
  everybody: boolean;
  /** Place among the pictures of the page, `3 / 12`; empty for one that is not on it. */
  place: string;
  onDetails: () => void;
  onStarted: (taskId: string) => void;
}

/** One picture large, with what can be done with it. Arrow keys step through the pictures of the page. */
export function Lightbox({ task, opened, everybody, place, onDetails, onStarted }: LightboxProps) {
  const { t } = useTranslation(["midjourney", "common"]);
  const phone = usePhone();
  const titleId = useId();
  const { close, previous, next } = opened;
  useStepKeys({ previous, next }, pictureKeys);
  return (
    <Dialog
      open
      onClose={close}
      fullScreen={phone}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{
        paper: {
          sx: {
            display: "flex",
            flexDirection: { xs: "column", md: "row" },
            ...(!phone && {
              width: "min(1280px, calc(100vw - 48px))",
              height: "min(860px, calc(100vh - 48px))",
            }),
            m: 0,
            ...(phone && { borderRadius: 0, border: 0 }),
          },
        },
      }}
    >
      <Box
        sx={{
          position: "relative",
          flex: { xs: "0 0 auto", md: 1 },
          height: { xs: "min(100vw, 52vh)", md: "100%" },
          minWidth: 0,
          p: { xs: 1, md: 2 },
          bgcolor: "background.default",
        }}
      >
        <TaskPicture
          fill
          key={task.task_id}
          url={task.image_url}
          alt={task.prompt.slice(0, 300) || t("picture")}
          fit="contain"
        />
        <Turn side="left" label={t("common:previous")} run={previous} />
        <Turn side="right" label={t("common:next")} run={next} />
      </Box>
      <LightboxSide
        task={task}
        titleId={titleId}
        everybody={everybody}
        place={place}
        onClose={close}
        onDetails={onDetails}
        onStarted={onStarted}
      />
    </Dialog>
  );
}

interface TurnProps {
  side: "left" | "right";
  label: string;
  run: (() => void) | undefined;
}

function Turn({ side, label, run }: TurnProps) {
  if (!run) return null;
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={run}
        sx={{
          position: "absolute",
          top: "50%",
          [side]: 12,
          transform: "translateY(-50%)",
          bgcolor: "background.paper",
          border: 1,
          borderColor: "divider",
          "&:hover": { bgcolor: "background.paper" },
        }}
      >
        {side === "left" ? <ChevronLeftIcon /> : <ChevronRightIcon />}
      </IconButton>
    </Tooltip>
  );
}

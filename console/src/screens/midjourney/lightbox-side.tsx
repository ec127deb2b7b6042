import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { FactList } from "../../design-system/fact/fact-list";
import { TimeText } from "../../design-system/time-text/time-text";
import { useLive } from "../../lib/live/live";
import { useSession } from "../../lib/session/session";
import { taskQuery } from "../../widgets/task-detail/task-queries";
import { FileActions } from "../../widgets/task-media/file-actions";
import { useMediaAddress } from "../../widgets/task-media/use-media-address";
import { isOpen } from "../../widgets/task-status/open-task";
import { TaskElapsed } from "../../widgets/task-status/task-elapsed";
import { useTaskNames } from "../../widgets/task-status/task-names";
import { TaskPrice } from "../../widgets/task-status/task-price";
import { TaskStatus } from "../../widgets/task-status/task-status";
import { FollowUpButtons } from "./follow-up-buttons";
import { readFollowUps } from "./read-follow-ups";

interface LightboxSideProps {
  task: MidjourneyTask;
  titleId: string;
  everybody: boolean;
  place: string;
  onClose: () => void;
  onDetails: () => void;
  onStarted: (taskId: string) => void;
}

/** Side of the lightbox: facts, follow-ups and file. */
export function LightboxSide(props: LightboxSideProps) {
  const { t } = useTranslation(["midjourney", "common"]);
  const { task, everybody } = props;
  const names = useTaskNames();
  const own = useSession()?.id === task.user_id;
  const detail = useQuery(taskQuery(everybody, task.task_id, useLive()));
  const followUps = readFollowUps(task.task_id, task.buttons, detail.data?.offers ?? []);
  return (
    <Stack
      sx={{
        width: { xs: "100%", md: 360 },
        flex: { xs: 1, md: "0 0 auto" },
        minHeight: 0,
        borderLeft: { md: 1 },
        borderTop: { xs: 1, md: 0 },
        borderColor: { xs: "divider", md: "divider" },
      }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, pl: 2.5, pr: 1, py: 1, minHeight: 56 }}>
        <Typography id={props.titleId} variant="h4" component="h2" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {names.action(task.action)}
        </Typography>
        {props.place !== "" && (
          <Typography variant="body2" sx={{ color: "text.secondary", fontVariantNumeric: "tabular-nums" }}>
            {props.place}
          </Typography>
        )}
        <Tooltip title={t("common:close")}>
          <IconButton aria-label={t("common:close")} onClick={props.onClose}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
      <Stack sx={{ flex: 1, minHeight: 0, overflowY: "auto", gap: 2.5, px: 2.5, pb: 2 }}>
        <Words label={t("columns.prompt")} text={task.prompt} />
        {task.prompt_en !== task.prompt && <Words label={t("columns.prompt_en")} text={task.prompt_en} />}
        <FollowUpButtons
          // Resets for the next picture.
          key={task.task_id}
          followUps={followUps}
          prompt={task.prompt}
          own={own}
          onStarted={props.onStarted}
        />
        <Facts task={task} />
      </Stack>
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: 0.5, px: 2.5, py: 1, borderTop: 1, borderColor: "divider" }}
      >
        <Files key={task.task_id} task={task} />
        <Box sx={{ flex: 1 }} />
        <Button size="small" onClick={props.onDetails}>
          {t("details")}
        </Button>
      </Stack>
    </Stack>
  );
}

function Words({ label, text }: { label: string; text: string }) {
  if (text === "") return null;
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
        <Typography variant="caption" sx={{ color: "text.secondary" }}>
          {label}
        </Typography>
        <CopyButton text={text} label={label} />
      </Stack>
      <Typography
        variant="body2"
        tabIndex={0}
        sx={{ maxHeight: 160, overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {text}
      </Typography>
    </Box>
  );
}

function Facts({ task }: { task: MidjourneyTask }) {
  const { t } = useTranslation("midjourney");
  return (
    <FactList
      facts={[
        { label: t("columns.status"), value: <TaskStatus task_state={task.task_state} /> },
        { label: t("columns.quota"), value: <TaskPrice task={task} /> },
        {
          label: t("columns.submit_time"),
          value: <TimeText value={Math.floor(task.submit_time / 1000)} />,
        },
        {
          label: t("columns.elapsed"),
          value: <TaskElapsed from={task.submit_time} to={task.finish_time} open={isOpen(task)} />,
        },
      ]}
    />
  );
}

function Files({ task }: { task: MidjourneyTask }) {
  const { address } = useMediaAddress(task.image_url);
  if (address === undefined) return null;
  return <FileActions address={address} fileName={task.task_id} />;
}

import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { TaskDetail } from "@tollgate/contract/tasks";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../design-system/error-state/error-state";
import { SidePanel } from "../../design-system/side-panel/side-panel";
import { TimeText } from "../../design-system/time-text/time-text";
import { describeError } from "../../lib/describe-error";
import { useLive } from "../../lib/live/live";
import { useStepKeys } from "../../lib/use-step-keys";
import { PanelSteps } from "../panel-steps/panel-steps";
import { useTaskNames } from "../task-status/task-names";
import { TaskBody } from "./task-body";
import { taskQuery } from "./task-queries";
import type { OpenTask } from "./use-open-task";

interface TaskPanelProps {
  opened: OpenTask;
  /** Anybody's task may be shown, with channel and polling. */
  everybody: boolean;
  /** Path of the screen, for links to tasks. */
  path: string;
  /** What a task waits for, above the rest. */
  input?: (detail: TaskDetail) => ReactNode;
}

/** Details of a task: results, timeline, cost and its explanation. */
export function TaskPanel({ opened, everybody, path, input }: TaskPanelProps) {
  const { t } = useTranslation("task-detail");
  const names = useTaskNames();
  const { id, close, previous, next } = opened;
  const { data, error, refetch } = useQuery(taskQuery(everybody, id, useLive()));
  useStepKeys({ previous, next });
  return (
    <SidePanel
      open
      onClose={close}
      title={data ? `${names.platform(data.task.platform)} · ${names.action(data.task.action)}` : t("title")}
      subtitle={data && <TimeText value={Math.floor(data.submitted_at / 1000)} />}
      footer={<PanelSteps link={`${path}?id=${encodeURIComponent(id)}`} previous={previous} next={next} />}
    >
      {data ? (
        <Fragment key={data.task.task_id}>
          {input?.(data)}
          <TaskBody detail={data} everybody={everybody} path={path} />
        </Fragment>
      ) : error ? (
        <ErrorState title={t("missing")} message={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Stack aria-busy sx={{ gap: 2 }}>
          <Skeleton width={160} height={32} />
          <Skeleton variant="rounded" height={260} />
          <Skeleton variant="rounded" height={140} />
        </Stack>
      )}
    </SidePanel>
  );
}

import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { TaskPicture } from "../../widgets/task-media/task-picture";
import { FailReasonCell } from "../../widgets/task-status/fail-reason-cell";
import { isOpen } from "../../widgets/task-status/open-task";
import { ChannelCell, UserCell } from "../../widgets/task-status/person-cells";
import { TaskElapsed } from "../../widgets/task-status/task-elapsed";
import type { TaskNames } from "../../widgets/task-status/task-names";
import { TaskPrice } from "../../widgets/task-status/task-price";
import { TaskProgress } from "../../widgets/task-status/task-progress";
import { TaskStatus } from "../../widgets/task-status/task-status";
import { CodeChip } from "./code-chip";

interface ColumnOptions {
  t: TFunction<"midjourney">;
  names: TaskNames;
  everybody: boolean;
  /** Opens the details. */
  onOpen: (id: string) => void;
  /** Shows the picture large. */
  onShow: (id: string) => void;
}

/** What a row shows. On narrow screens the least important columns are hidden; time, picture, kind and status never do. */
export function pictureColumns(options: ColumnOptions): DataColumn<MidjourneyTask>[] {
  const { t, names, everybody, onOpen } = options;
  return [
    pictureColumn(options),
    {
      id: "submit_time",
      header: t("columns.submit_time"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 115 },
      cell: ({ row }) => <TimeText value={Math.floor(row.original.submit_time / 1000)} />,
    },
    ...(everybody ? peopleColumns(t) : []),
    {
      id: "action",
      header: t("columns.action"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 79, minWidth: 80 },
      cell: ({ row }) => (
        <RowLink label={names.action(row.original.action)} onOpen={() => onOpen(row.original.task_id)} />
      ),
    },
    ...progressColumns(t),
    ...textColumns(t),
    {
      id: "quota",
      header: t("columns.quota"),
      meta: { content: 59, leaves: 10, numeric: true },
      cell: ({ row }) => <TaskPrice task={row.original} />,
    },
  ];
}

function pictureColumn({ t, onShow }: ColumnOptions): DataColumn<MidjourneyTask> {
  return {
    id: "picture",
    header: t("columns.picture"),
    enableHiding: false,
    meta: { width: 64 },
    cell: ({ row: { original: task } }) => (
      <Box sx={{ width: 40, height: 40, my: 0.25 }}>
        {task.image_url !== "" && (
          <ButtonBase
            aria-label={t("show", { id: task.task_id })}
            onClick={() => onShow(task.task_id)}
            sx={{ width: 40, borderRadius: 1 }}
          >
            <TaskPicture key={task.task_id} url={task.image_url} alt="" brief />
          </ButtonBase>
        )}
      </Box>
    ),
  };
}

function peopleColumns(t: TFunction<"midjourney">): DataColumn<MidjourneyTask>[] {
  return [
    {
      id: "channel_id",
      header: t("columns.channel"),
      enableSorting: true,
      meta: { content: 115, leaves: 5, minWidth: 90 },
      cell: ({ row }) => <ChannelCell task={row.original} />,
    },
    {
      id: "user_id",
      header: t("columns.user"),
      enableSorting: true,
      meta: { content: 109, leaves: 9, minWidth: 80 },
      cell: ({ row }) => <UserCell task={row.original} />,
    },
  ];
}

/** Submission result, progress and duration. */
function progressColumns(t: TFunction<"midjourney">): DataColumn<MidjourneyTask>[] {
  return [
    {
      id: "code",
      header: t("columns.code"),
      enableSorting: true,
      meta: { leaves: 3 },
      cell: ({ row }) => <CodeChip code={row.original.code} />,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 90 },
      cell: ({ row }) => <TaskStatus task_state={row.original.task_state} />,
    },
    {
      id: "progress",
      header: t("columns.progress"),
      meta: { content: 100, leaves: 8, width: 120 },
      cell: ({ row: { original: task } }) => (
        <TaskProgress state={task.task_state} progress={task.progress} />
      ),
    },
    {
      id: "elapsed",
      header: t("columns.elapsed"),
      meta: { content: 58, leaves: 6, numeric: true },
      cell: ({ row: { original: task } }) => (
        <TaskElapsed from={task.submit_time} to={task.finish_time} open={isOpen(task)} />
      ),
    },
  ];
}

function textColumns(t: TFunction<"midjourney">): DataColumn<MidjourneyTask>[] {
  return [
    {
      id: "prompt",
      header: t("columns.prompt"),
      meta: { content: 268, leaves: 7, minWidth: 160 },
      cell: ({ row }) => row.original.prompt,
    },
    {
      id: "prompt_en",
      header: t("columns.prompt_en"),
      meta: { leaves: 1, minWidth: 100, hiddenAtFirst: true },
      cell: ({ row }) => row.original.prompt_en,
    },
    {
      id: "fail_reason",
      header: t("columns.fail_reason"),
      meta: { leaves: 4, minWidth: 90 },
      cell: ({ row }) => <FailReasonCell text={row.original.fail_reason} />,
    },
    {
      id: "mj_id",
      header: t("columns.mj_id"),
      enableSorting: true,
      meta: { leaves: 2, minWidth: 90 },
      cell: ({ row }) => <MonoText copy>{row.original.mj_id}</MonoText>,
    },
  ];
}

import Chip from "@mui/material/Chip";
import type { TaskRow } from "@tollgate/contract/tasks";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { ChannelCell, UserCell } from "../../widgets/task-status/person-cells";
import { isOpen } from "../../widgets/task-status/open-task";
import { TaskElapsed } from "../../widgets/task-status/task-elapsed";
import { FailReasonCell } from "../../widgets/task-status/fail-reason-cell";
import type { TaskNames } from "../../widgets/task-status/task-names";
import { TaskPrice } from "../../widgets/task-status/task-price";
import { TaskProgress } from "../../widgets/task-status/task-progress";
import { TaskStatus } from "../../widgets/task-status/task-status";

interface ColumnOptions {
  t: TFunction<"tasks">;
  names: TaskNames;
  everybody: boolean;
  onOpen: (id: string) => void;
}

/** What a row shows. On narrow screens the least important columns are hidden; time, kind, status and price never do. */
export function taskColumns({ t, names, everybody, onOpen }: ColumnOptions): DataColumn<TaskRow>[] {
  return [
    {
      id: "submit_time",
      header: t("columns.submit_time"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 115 },
      cell: ({ row }) => <TimeText value={row.original.submit_time} />,
    },
    {
      id: "finish_time",
      header: t("columns.finish_time"),
      enableSorting: true,
      meta: { leaves: 3 },
      cell: ({ row }) => <TimeText value={row.original.finish_time} />,
    },
    ...(everybody ? peopleColumns(t) : []),
    {
      id: "platform",
      header: t("columns.platform"),
      enableSorting: true,
      meta: { leaves: 10 },
      cell: ({ row }) => (
        <Chip size="small" variant="outlined" label={names.platform(row.original.platform)} />
      ),
    },
    {
      id: "action",
      header: t("columns.action"),
      enableHiding: false,
      meta: { content: 88, minWidth: 108 },
      cell: ({ row }) => (
        <RowLink label={names.action(row.original.action)} onOpen={() => onOpen(row.original.task_id)} />
      ),
    },
    ...stateColumns(t),
  ];
}

function peopleColumns(t: TFunction<"tasks">): DataColumn<TaskRow>[] {
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

/** Status, progress, duration, prompt, failure and cost, in the order of Midjourney's table. */
function stateColumns(t: TFunction<"tasks">): DataColumn<TaskRow>[] {
  return [
    {
      id: "status",
      header: t("columns.status"),
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
        <TaskElapsed from={task.submit_time * 1000} to={task.finish_time * 1000} open={isOpen(task)} />
      ),
    },
    {
      id: "prompt",
      header: t("columns.prompt"),
      meta: { content: 306, leaves: 7, minWidth: 120 },
      cell: ({ row }) => row.original.prompt,
    },
    {
      id: "fail_reason",
      header: t("columns.fail_reason"),
      meta: { leaves: 2, minWidth: 90 },
      cell: ({ row }) => <FailReasonCell text={row.original.fail_reason} />,
    },
    {
      id: "task_id",
      header: t("columns.task_id"),
      meta: { leaves: 1, minWidth: 100, hiddenAtFirst: true },
      cell: ({ row }) => <MonoText copy>{row.original.task_id}</MonoText>,
    },
    {
      id: "quota",
      header: t("columns.quota"),
      enableHiding: false,
      meta: { content: 59, numeric: true },
      cell: ({ row }) => <TaskPrice task={row.original} />,
    },
  ];
}

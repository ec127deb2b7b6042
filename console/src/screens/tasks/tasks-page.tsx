import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { TaskRow } from "@tollgate/contract/tasks";
import { hasAccess } from "@tollgate/contract/access";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { session, useHasAccess } from "../../lib/session/session";
import { TaskPanel } from "../../widgets/task-detail/task-panel";
import { useLiveTasks } from "../../widgets/task-detail/use-live-tasks";
import { useOpenTask } from "../../widgets/task-detail/use-open-task";
import { useTaskNames } from "../../widgets/task-status/task-names";
import { WhoseChoice } from "../../widgets/whose-choice/whose-choice";
import { TaskCard } from "./task-card";
import { taskColumns } from "./task-columns";
import { TaskEmpty } from "./task-empty";
import { taskFilterDefaults, taskQueryOf, useTaskFilters } from "./task-filters";
import { taskListQuery } from "./tasks-queries";

const path = "/panel/task";

const listOptions = { filters: taskFilterDefaults, defaultSize: 20 };

/** Fetches what the page asks for first. */
export function prefetchTasks(client: QueryClient): Promise<unknown> {
  const everybody = hasAccess(session.user()?.role, "admin");
  const query = taskQueryOf({ query: startQuery(listOptions) }, new Date());
  return prefetchQuietly(client, taskListQuery(everybody, query, false));
}

/** Songs and videos: every task that was submitted, how far it is, what it made and what it cost. */
export function TasksPage() {
  const { t } = useTranslation("tasks");
  const names = useTaskNames();
  const mayAll = useHasAccess("admin");
  const state = useListState(listOptions);
  const everybody = mayAll && state.filters.whose !== "mine";
  const [now, setNow] = useState(() => new Date());
  const live = useLiveTasks(everybody);
  const list = useQuery(taskListQuery(everybody, taskQueryOf(state, now), live));
  const rows = list.data?.data;
  const opened = useOpenTask("id", rows);
  const filters = useTaskFilters(state, everybody, rows);
  const { open } = opened;
  const columns = useMemo(
    () => taskColumns({ t, names, everybody, onOpen: open }),
    [t, names, everybody, open],
  );
  const refresh = () => {
    setNow(new Date());
    void list.refetch();
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(everybody ? "subtitle_admin" : "subtitle_user")}
        secondary={
          mayAll && (
            <WhoseChoice value={state.filters.whose} onChange={(whose) => state.setFilter("whose", whose)} />
          )
        }
      />
      <DataTable<TaskRow>
        label={t("title")}
        storageName="tasks"
        columns={columns}
        rows={rows}
        rowId={(task) => task.task_id}
        rowLabel={(task) => `${names.platform(task.platform)} ${task.task_id}`}
        list={state}
        total={list.data?.total_count}
        // Running tasks are polled every few seconds, without a loading indicator.
        fetching={list.isPlaceholderData}
        error={list.error ? describeError(list.error) : undefined}
        onRetry={refresh}
        toolbar={<ListToolbar filters={filters} onRefresh={refresh} refreshing={list.isPlaceholderData} />}
        onRowClick={(task) => open(task.task_id)}
        rowButtons={1}
        rowActions={(task) => [
          {
            id: "open",
            label: t("open"),
            icon: <ChevronRightIcon />,
            visible: true,
            run: () => open(task.task_id),
          },
        ]}
        card={(task) => <TaskCard task={task} onOpen={() => open(task.task_id)} />}
        empty={<TaskEmpty state={state} />}
      />
      {opened.id !== "" && <TaskPanel opened={opened} everybody={everybody} path={path} />}
    </>
  );
}

import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import GridViewOutlinedIcon from "@mui/icons-material/GridViewOutlined";
import ViewListOutlinedIcon from "@mui/icons-material/ViewListOutlined";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { MidjourneyTask } from "@tollgate/contract/tasks";
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
import { pictureListQuery } from "./midjourney-queries";
import { OpenPicture } from "./open-picture";
import { PictureCard } from "./picture-card";
import { pictureColumns } from "./picture-columns";
import { PictureEmpty } from "./picture-empty";
import {
  type PictureListState,
  pictureFilterDefaults,
  pictureQueryOf,
  usePictureFilters,
} from "./picture-filters";
import { PictureGrid } from "./picture-grid";
import { WaitingInput } from "./waiting-input";

const path = "/panel/midjourney";

const listOptions = { filters: pictureFilterDefaults, defaultSize: 20 };

/** Fetches what the page asks for first. */
export function prefetchPictures(client: QueryClient): Promise<unknown> {
  const everybody = hasAccess(session.user()?.role, "admin");
  const query = pictureQueryOf({ query: startQuery(listOptions) }, new Date());
  return prefetchQuietly(client, pictureListQuery(everybody, query, false));
}

/** Midjourney tasks, as a list or as their pictures. */
export function MidjourneyPage() {
  const { t } = useTranslation("midjourney");
  const names = useTaskNames();
  const mayAll = useHasAccess("admin");
  const state = useListState(listOptions);
  const everybody = mayAll && state.filters.whose !== "mine";
  const [now, setNow] = useState(() => new Date());
  const live = useLiveTasks(everybody);
  const list = useQuery(pictureListQuery(everybody, pictureQueryOf(state, now), live));
  const tasks = list.data?.data;
  const opened = useOpenTask("id", tasks, "picture");
  const pictures = useMemo(() => tasks?.filter(({ image_url }) => image_url !== ""), [tasks]);
  const shown = useOpenTask("picture", pictures, "id");
  const filters = usePictureFilters(state, everybody);
  const { open } = opened;
  const chosen = tasks?.find(({ task_id }) => task_id === opened.id);
  const { open: show } = shown;
  const columns = useMemo(
    () => pictureColumns({ t, names, everybody, onOpen: open, onShow: show }),
    [t, names, everybody, open, show],
  );
  const refresh = () => {
    setNow(new Date());
    void list.refetch();
  };
  const common = {
    label: t("title"),
    list: state,
    total: list.data?.total_count ?? 0,
    // Running tasks are polled every few seconds, without a loading indicator.
    fetching: list.isPlaceholderData,
    error: list.error ? describeError(list.error) : undefined,
    onRetry: refresh,
    empty: <PictureEmpty state={state} />,
    toolbar: (
      <ListToolbar filters={filters} onRefresh={refresh} refreshing={list.isPlaceholderData}>
        <ViewChoice state={state} />
      </ListToolbar>
    ),
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
      {state.filters.view === "grid" ? (
        <PictureGrid
          {...common}
          tasks={tasks}
          onChoose={({ task_id, image_url }) => (image_url === "" ? open(task_id) : show(task_id))}
        />
      ) : (
        <DataTable<MidjourneyTask>
          {...common}
          storageName="midjourney"
          columns={columns}
          rows={tasks}
          rowId={(task) => task.task_id}
          rowLabel={(task) => `${names.action(task.action)} ${task.task_id}`}
          onRowClick={(task) => open(task.task_id)}
          rowButtons={1}
          rowActions={(task) => [
            {
              id: "open",
              label: t("details"),
              icon: <ChevronRightIcon />,
              visible: true,
              run: () => open(task.task_id),
            },
          ]}
          card={(task) => (
            <PictureCard task={task} onOpen={() => open(task.task_id)} onShow={() => show(task.task_id)} />
          )}
        />
      )}
      {opened.id !== "" && (
        <TaskPanel
          opened={opened}
          everybody={everybody}
          path={path}
          input={(detail) => <WaitingInput detail={detail} code={chosen?.code} onStarted={open} />}
        />
      )}
      {shown.id !== "" && (
        <OpenPicture shown={shown} pictures={pictures} everybody={everybody} onDetails={open} />
      )}
    </>
  );
}

/** Rows or pictures. */
function ViewChoice({ state }: { state: PictureListState }) {
  const { t } = useTranslation("midjourney");
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={state.filters.view === "grid" ? "grid" : ""}
      aria-label={t("view.label")}
      onChange={(_event, view: string | null) => view !== null && state.setFilter("view", view)}
    >
      <ToggleButton value="" aria-label={t("view.list")} title={t("view.list")}>
        <ViewListOutlinedIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="grid" aria-label={t("view.grid")} title={t("view.grid")}>
        <GridViewOutlinedIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

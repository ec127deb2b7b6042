import AddIcon from "@mui/icons-material/Add";
import DataObjectIcon from "@mui/icons-material/DataObject";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import GroupWorkOutlinedIcon from "@mui/icons-material/GroupWorkOutlined";
import PeopleAltOutlinedIcon from "@mui/icons-material/PeopleAltOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { defaultGroup, type UsedGroup } from "@tollgate/contract/groups";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { notify } from "../../lib/notifications/notifications";
import { GroupCard } from "./group-card";
import { GroupEditor } from "./group-editor";
import { RatiosPanel } from "./ratios-panel";
import { type GroupCellActions, groupColumns } from "./user-groups-columns";
import { useDeleteGroup, userGroupsQuery, useToggleGroup } from "./user-groups-queries";

const listOptions = { defaultSize: 20, defaultOrder: "id" };

/** Fetches what the page asks for first. */
export function prefetchUserGroups(client: QueryClient): Promise<unknown> {
  return prefetchQuietly(client, userGroupsQuery(startQuery(listOptions)));
}

/** What prices are multiplied by, and what users may do, group by group. */
export function UserGroupsPage() {
  const { t } = useTranslation("user-groups");
  const state = useListState(listOptions);
  const groups = useQuery(userGroupsQuery(state.query));
  const { mutate: toggle } = useToggleGroup();
  const [open, setOpen] = useState<UsedGroup | "new" | "ratios">();
  const rowActions = useGroupRowActions(setOpen);
  const actions = useMemo<GroupCellActions>(
    () => ({ edit: setOpen, toggle: ({ id }, enable) => toggle({ id, change: { enable } }) }),
    [toggle],
  );
  const columns = useMemo(() => groupColumns(t, actions), [t, actions]);
  const empty = groups.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen("new")}>
      {t("add")}
    </Button>
  );
  const buttons = (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button
        variant="outlined"
        startIcon={<DataObjectIcon />}
        onClick={() => setOpen("ratios")}
        disabled={empty}
      >
        {t("ratios.open")}
      </Button>
      {addButton}
    </Stack>
  );

  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} action={buttons} empty={empty} />
      <DataTable<UsedGroup>
        label={t("title")}
        storageName="user-groups"
        columns={columns}
        rows={groups.data?.data}
        rowId={(group) => String(group.id)}
        rowLabel={(group) => group.name}
        list={state}
        total={groups.data?.total_count}
        fetching={groups.isFetching}
        error={groups.error ? describeError(groups.error) : undefined}
        onRetry={() => void groups.refetch()}
        toolbar={
          <ListToolbar
            search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={[]}
            onRefresh={() => void groups.refetch()}
            refreshing={groups.isFetching}
          />
        }
        rowActions={rowActions}
        card={(group) => <GroupCard group={group} actions={actions} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<GroupWorkOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {open === "ratios" && <RatiosPanel onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== "ratios" && (
        <GroupEditor group={open === "new" ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

/** Row actions for one group; frequent ones are buttons, the rest are in the menu. */
function useGroupRowActions(onEdit: (group: UsedGroup) => void) {
  const { t } = useTranslation("user-groups");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteGroup();

  const confirmDelete = async ({ id, name }: UsedGroup) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };

  return (group: UsedGroup): RowAction[] => [
    {
      id: "edit",
      label: t("actions.edit"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => onEdit(group),
    },
    {
      id: "users",
      label: t("actions.users"),
      icon: <PeopleAltOutlinedIcon />,
      run: () => void navigate(`/panel/user?group=${encodeURIComponent(group.symbol)}`),
    },
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      disabled: group.symbol === defaultGroup,
      run: () => void confirmDelete(group),
    },
  ];
}

import PeopleAltOutlinedIcon from "@mui/icons-material/PeopleAltOutlined";
import PersonAddOutlinedIcon from "@mui/icons-material/PersonAddOutlined";
import Button from "@mui/material/Button";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { mayActOn } from "@tollgate/contract/access";
import { type AdminUser, userStatus } from "@tollgate/contract/users";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../design-system/data-table/data-table";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { prefetchQuietly } from "../../lib/query-client";
import { useSession } from "../../lib/session/session";
import { groupSymbolsQuery } from "../../widgets/group-select/group-queries";
import { BalancePanel } from "./balance-panel";
import { useUserRowActions } from "./use-user-row-actions";
import { UserBulkActions } from "./user-bulk-actions";
import { UserCard } from "./user-card";
import { UserEditor } from "./user-editor";
import { userFilterDefaults, useUserFilters } from "./user-filters";
import { UserPanel } from "./user-panel";
import { useLinkedUser } from "./use-linked-user";
import type { UserCellActions } from "./user-cell-actions";
import { userColumns } from "./users-columns";
import { usePatchStatus, usersQuery } from "./users-queries";

/** The open panel beside the list. */
type Open = { kind: "new" } | { kind: "user" | "balance"; user: AdminUser };

const listOptions = { filters: userFilterDefaults, defaultSize: 20 };

/** Fetches what the page asks for first. */
export function prefetchUsers(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, usersQuery(startQuery(listOptions))),
    prefetchQuietly(client, groupSymbolsQuery),
  ]);
}

/** Everybody who can sign in: list, editor, balances, and what each of them did. */
export function UsersPage() {
  const { t } = useTranslation("users");
  const state = useListState(listOptions);
  const users = useQuery(usersQuery(state.query));
  const { data: groups = [] } = useQuery(groupSymbolsQuery);
  const { mutate: patch } = usePatchStatus();
  const me = useSession();
  const [open, setOpen] = useState<Open>();
  const [selected, setSelected] = useState<string[]>([]);
  useLinkedUser((kind, user) => setOpen({ kind, user }));

  const actions = useMemo<UserCellActions>(() => {
    const actor = { id: me?.id ?? 0, role: me?.role ?? 0 };
    return {
      open: (user) => setOpen({ kind: "user", user }),
      toggle: ({ id }, on) =>
        patch({ id, change: { status: on ? userStatus.enabled : userStatus.disabled } }),
      mayActOn: (user) => mayActOn(actor, user),
      isSelf: (user) => user.id === actor.id,
    };
  }, [patch, me?.id, me?.role]);
  const rowActions = useUserRowActions({
    actions,
    onBalance: (user) => setOpen({ kind: "balance", user }),
  });
  const filters = useUserFilters(state, groups);
  const columns = useMemo(() => userColumns(t, actions), [t, actions]);
  const close = () => setOpen(undefined);
  const empty = users.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button
      variant="contained"
      startIcon={<PersonAddOutlinedIcon />}
      onClick={() => setOpen({ kind: "new" })}
    >
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} action={addButton} empty={empty} />
      <DataTable<AdminUser>
        label={t("title")}
        storageName="users"
        columns={columns}
        rows={users.data?.data}
        rowId={(user) => String(user.id)}
        rowLabel={(user) => user.username}
        list={state}
        total={users.data?.total_count}
        fetching={users.isFetching}
        error={users.error ? describeError(users.error) : undefined}
        onRetry={() => void users.refetch()}
        toolbar={
          <ListToolbar
            search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={filters}
            onRefresh={() => void users.refetch()}
            refreshing={users.isFetching}
          />
        }
        selection={{
          ids: selected,
          onChange: setSelected,
          actions: (
            <UserBulkActions
              ids={selected.map(Number)}
              users={users.data?.data ?? []}
              groups={groups}
              onDone={(left) => setSelected(left.map(String))}
            />
          ),
        }}
        rowButtons={3}
        rowActions={rowActions}
        card={(user) => <UserCard user={user} actions={actions} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<PeopleAltOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {open?.kind === "new" && <UserEditor onClose={close} />}
      {open?.kind === "user" && (
        <UserPanel user={open.user} mayChange={actions.mayActOn(open.user)} onClose={close} />
      )}
      {open?.kind === "balance" && <BalancePanel user={open.user} onClose={close} />}
    </>
  );
}

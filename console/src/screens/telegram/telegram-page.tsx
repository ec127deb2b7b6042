import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import ListAltIcon from "@mui/icons-material/ListAlt";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { TelegramMenu } from "@tollgate/contract/telegram-menus";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { useListState } from "../../lib/list-state";
import { notify } from "../../lib/notifications/notifications";
import { telegramMenuColumns } from "./telegram-menus-columns";
import { TelegramMenuEditor } from "./telegram-menu-editor";
import { telegramMenusQuery, useDeleteTelegramMenu } from "./telegram-menus-queries";

/** What an administrator does on this screen, in one sentence. */
export function TelegramMenusPage() {
  const { t } = useTranslation("telegram-menus");
  const state = useListState({ defaultSize: 20, defaultOrder: "-id" });
  const telegramMenus = useQuery(telegramMenusQuery(state.query));
  const [creating, setCreating] = useState(false);
  const columns = useMemo(() => telegramMenuColumns(t), [t]);
  const empty = telegramMenus.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader title={t("title")} action={addButton} empty={empty} />
      <DataTable<TelegramMenu>
        label={t("title")}
        storageName="telegram-menus"
        columns={columns}
        rows={telegramMenus.data?.data}
        rowId={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        list={state}
        total={telegramMenus.data?.total_count}
        fetching={telegramMenus.isFetching}
        error={telegramMenus.error ? describeError(telegramMenus.error) : undefined}
        onRetry={() => void telegramMenus.refetch()}
        toolbar={
          <ListToolbar
            search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
            filters={[]}
            onRefresh={() => void telegramMenus.refetch()}
            refreshing={telegramMenus.isFetching}
          />
        }
        rowActions={useRowActions()}
        card={(row) => <RowCard row={row} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<ListAltIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {creating && <TelegramMenuEditor onClose={() => setCreating(false)} />}
    </>
  );
}

/** A row on a phone. */
function RowCard({ row }: { row: TelegramMenu }) {
  return (
    <Stack>
      <Typography sx={{ fontWeight: 500 }}>{row.name}</Typography>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {row.remark}
      </Typography>
    </Stack>
  );
}

function useRowActions() {
  const { t } = useTranslation("telegram-menus");
  const confirm = useConfirm();
  const remove = useDeleteTelegramMenu();
  const askDelete = async ({ id, name }: TelegramMenu) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("delete.confirm"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };
  return (row: TelegramMenu): RowAction[] => [
    {
      id: "delete",
      label: t("delete.confirm"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      visible: true,
      run: () => void askDelete(row),
    },
  ];
}

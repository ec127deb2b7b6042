import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import SendOutlinedIcon from "@mui/icons-material/SendOutlined";
import Box from "@mui/material/Box";
import SyncIcon from "@mui/icons-material/Sync";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { TelegramMenu } from "@tollgate/contract/telegram";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { RowLink } from "../../design-system/data-table/row-link";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ErrorState } from "../../design-system/error-state/error-state";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { notify } from "../../lib/notifications/notifications";
import { prefetchQuietly } from "../../lib/query-client";
import { BotAlerts, BotChip } from "./bot-status";
import { CommandEditor } from "./command-editor";
import { telegramColumns } from "./telegram-columns";
import {
  telegramMenusQuery,
  telegramStatusQuery,
  useDeleteTelegramMenu,
  useReloadTelegramMenus,
} from "./telegram-queries";

const listOptions = { defaultOrder: "-id" };

/** Fetches what the page asks for first. */
export function prefetchTelegram(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, telegramMenusQuery(startQuery(listOptions))),
    prefetchQuietly(client, telegramStatusQuery),
  ]);
}

/** Custom commands of the Telegram bot, and whether it is online. */
export function TelegramPage() {
  const { t } = useTranslation("telegram");
  const state = useListState(listOptions);
  const menus = useQuery(telegramMenusQuery(state.query));
  const statusQuery = useQuery(telegramStatusQuery);
  const status = statusQuery.data;
  const [editing, setEditing] = useState<TelegramMenu | "new">();
  const reload = useReload();
  const columns = useMemo(() => telegramColumns(t, setEditing), [t]);
  const rowActions = useRowActions(setEditing);
  const empty = menus.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEditing("new")}>
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          <>
            {t("subtitle")}
            {status && <BotChip status={status} />}
          </>
        }
        action={addButton}
        secondary={
          <Button
            variant="outlined"
            startIcon={<SyncIcon />}
            disabled={!status || status.bot === ""}
            loading={reload.isPending}
            onClick={reload.run}
          >
            {t("reload")}
          </Button>
        }
        empty={empty}
      />
      {!status && statusQuery.error && (
        <Box sx={{ mb: 3 }}>
          <ErrorState
            compact
            title={t("statusFailed")}
            message={describeError(statusQuery.error)}
            onRetry={() => void statusQuery.refetch()}
          />
        </Box>
      )}
      {status && <BotAlerts status={status} reloading={reload.isPending} onReload={reload.run} />}
      {/* Not before the alerts, which would push it down. */}
      {!statusQuery.isPending && (
        <DataTable<TelegramMenu>
          label={t("list")}
          storageName="telegram"
          columns={columns}
          rows={menus.data?.data}
          rowId={({ id }) => String(id)}
          rowLabel={({ command }) => `/${command}`}
          list={state}
          total={menus.data?.total_count}
          fetching={menus.isFetching}
          error={menus.error ? describeError(menus.error) : undefined}
          onRetry={() => void menus.refetch()}
          toolbar={
            <ListToolbar
              search={{ value: state.keyword, onChange: state.setKeyword, placeholder: t("search") }}
              onRefresh={() => void menus.refetch()}
              refreshing={menus.isFetching}
            />
          }
          rowActions={rowActions}
          card={(menu) => <CommandCard menu={menu} onEdit={setEditing} />}
          empty={
            <ListEmpty
              narrowed={state.narrowed}
              onClear={state.clear}
              icon={<SendOutlinedIcon />}
              title={t("empty.title")}
              description={t("empty.body")}
              action={addButton}
            />
          }
        />
      )}
      {editing && (
        <CommandEditor menu={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}

/** A command on a phone. */
function CommandCard({ menu, onEdit }: { menu: TelegramMenu; onEdit: (menu: TelegramMenu) => void }) {
  return (
    <Stack sx={{ gap: 0.5, minWidth: 0 }}>
      <RowLink label={`/${menu.command}`} onOpen={() => onEdit(menu)} />
      <Typography variant="body2" noWrap>
        {menu.description}
      </Typography>
      <Typography variant="body2" noWrap sx={{ color: "text.secondary" }}>
        {menu.parse_mode} · {menu.reply_message}
      </Typography>
    </Stack>
  );
}

function useReload() {
  const { t } = useTranslation("telegram");
  const { mutate, isPending } = useReloadTelegramMenus();
  return { isPending, run: () => mutate(undefined, { onSuccess: () => notify.success(t("done.reloaded")) }) };
}

function useRowActions(onEdit: (menu: TelegramMenu) => void) {
  const { t } = useTranslation("telegram");
  const confirm = useConfirm();
  const remove = useDeleteTelegramMenu();
  const confirmDelete = async ({ id, command }: TelegramMenu) => {
    const question = { title: t("delete.title", { command }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("delete.confirm"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { command })) });
  };
  return (menu: TelegramMenu): RowAction[] => [
    {
      id: "edit",
      label: t("editor.open"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => onEdit(menu),
    },
    {
      id: "delete",
      label: t("delete.confirm"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      visible: true,
      run: () => void confirmDelete(menu),
    },
  ];
}

import type { TelegramMenu } from "@tollgate/contract/telegram";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { CutText } from "./cut-text";

/** Columns of the list. */
export function telegramColumns(
  t: TFunction<"telegram">,
  edit: (menu: TelegramMenu) => void,
): DataColumn<TelegramMenu>[] {
  return [
    {
      id: "id",
      header: t("columns.id"),
      enableSorting: true,
      meta: { numeric: true, leaves: 3 },
      cell: ({ row }) => row.original.id,
    },
    {
      id: "command",
      header: t("columns.command"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 120, minWidth: 140 },
      cell: ({ row }) => <RowLink label={`/${row.original.command}`} onOpen={() => edit(row.original)} />,
    },
    {
      id: "description",
      header: t("columns.description"),
      meta: { content: 193, minWidth: 160 },
      cell: ({ row }) => <CutText text={row.original.description} />,
    },
    {
      id: "parse_mode",
      header: t("columns.parse_mode"),
      meta: { content: 75, leaves: 2 },
      cell: ({ row }) => row.original.parse_mode,
    },
    {
      id: "reply_message",
      header: t("columns.reply_message"),
      meta: { content: 454, leaves: 1, minWidth: 200 },
      cell: ({ row }) => <CutText text={row.original.reply_message} />,
    },
  ];
}

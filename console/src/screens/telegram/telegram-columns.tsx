import type { TelegramMenu } from "@tollgate/contract/telegram-menus";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { TimeText } from "../../design-system/time-text/time-text";

/** What a row of the list shows. */
export function telegramMenuColumns(t: TFunction<"telegram-menus">): DataColumn<TelegramMenu>[] {
  return [
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { minWidth: 120 },
      cell: ({ row }) => row.original.name,
    },
    {
      id: "remark",
      header: t("columns.remark"),
      meta: { leaves: 1 },
      cell: ({ row }) => row.original.remark,
    },
    {
      id: "created_time",
      header: t("columns.created_time"),
      enableSorting: true,
      meta: { leaves: 2 },
      cell: ({ row }) => <TimeText value={row.original.created_time} />,
    },
  ];
}

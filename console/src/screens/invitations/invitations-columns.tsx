import type { Inviter } from "@tollgate/contract/invitations";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { formatNumber } from "../../lib/format-number";
import { QuotaText } from "../../widgets/quota-text/quota-text";

/** Columns of the list. */
export function inviterColumns(
  t: TFunction<"invitations">,
  onOpen: (inviter: Inviter) => void,
): DataColumn<Inviter>[] {
  const amount = (id: "earned" | "pending" | "cancelled", leaves?: number): DataColumn<Inviter> => ({
    id,
    header: t(`columns.${id}`),
    enableSorting: true,
    meta: { numeric: true, ...(leaves !== undefined && { leaves }) },
    cell: ({ row }) => <QuotaText value={row.original[id]} />,
  });
  return [
    {
      id: "username",
      header: t("columns.username"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 100, minWidth: 120 },
      cell: ({ row }) => <RowLink label={row.original.username} onOpen={() => onOpen(row.original)} />,
    },
    {
      id: "invited",
      header: t("columns.invited"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => formatNumber(row.original.invited),
    },
    amount("earned"),
    amount("pending", 2),
    amount("cancelled", 1),
  ];
}

import type { Redemption } from "@tollgate/contract/redemptions";
import { redemptionStatus } from "@tollgate/contract/redemptions";
import type { TFunction } from "i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { RowLink } from "../../design-system/data-table/row-link";
import { TimeText } from "../../design-system/time-text/time-text";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { MaskedCode, RedeemedBy } from "./redemption-parts";
import { RedemptionStatus } from "./redemption-status";

/** Actions of the list's cells, implemented by the page. */
export interface RedemptionCellActions {
  edit: (redemption: Redemption) => void;
  toggle: (redemption: Redemption, enabled: boolean) => void;
}

/** Columns of the list. */
export function redemptionColumns(
  t: TFunction<"redemptions">,
  actions: RedemptionCellActions,
): DataColumn<Redemption>[] {
  return [
    {
      id: "id",
      header: t("columns.id"),
      enableSorting: true,
      meta: { numeric: true, leaves: 2 },
      cell: ({ row }) => row.original.id,
    },
    {
      id: "name",
      header: t("columns.name"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 96, minWidth: 120 },
      cell: ({ row }) =>
        row.original.status === redemptionStatus.used ? (
          row.original.name
        ) : (
          <RowLink label={row.original.name} onOpen={() => actions.edit(row.original)} />
        ),
    },
    {
      id: "key",
      header: t("columns.key"),
      meta: { content: 72, leaves: 6 },
      cell: ({ row }) => <MaskedCode redemption={row.original} />,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      meta: { content: 100 },
      cell: ({ row }) => (
        <RedemptionStatus
          redemption={row.original}
          onToggle={(enabled) => actions.toggle(row.original, enabled)}
        />
      ),
    },
    {
      id: "quota",
      header: t("columns.quota"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <QuotaText value={row.original.quota} />,
    },
    {
      id: "used_username",
      header: t("columns.used_username"),
      meta: { content: 85, leaves: 7, minWidth: 90 },
      cell: ({ row }) => <RedeemedBy redemption={row.original} />,
    },
    {
      id: "redeemed_time",
      header: t("columns.redeemed_time"),
      enableSorting: true,
      meta: { leaves: 5 },
      cell: ({ row }) => <TimeText relative value={row.original.redeemed_time} />,
    },
    {
      id: "expired_time",
      header: t("columns.expired_time"),
      enableSorting: true,
      meta: { leaves: 4 },
      cell: ({ row }) => <TimeText relative value={row.original.expired_time} none={t("never")} />,
    },
    {
      id: "created_time",
      header: t("columns.created_time"),
      enableSorting: true,
      meta: { content: 115, leaves: 3 },
      cell: ({ row }) => <TimeText value={row.original.created_time} />,
    },
  ];
}

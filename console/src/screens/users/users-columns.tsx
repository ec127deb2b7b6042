import Typography from "@mui/material/Typography";
import type { AdminUser } from "@tollgate/contract/users";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { TimeText } from "../../design-system/time-text/time-text";
import { formatNumber } from "../../lib/format-number";
import { RequestsLabel } from "../../widgets/requests-label/requests-label";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { UserBindings } from "./user-bindings";
import type { UserCellActions } from "./user-cell-actions";
import { UserName } from "./user-name";
import { UserRole } from "./user-role";
import { UserStatus } from "./user-status";

/** Columns of the user list. */
export function userColumns(t: TFunction<"users">, actions: UserCellActions): DataColumn<AdminUser>[] {
  return [
    {
      id: "id",
      header: t("columns.id"),
      enableSorting: true,
      meta: { leaves: 5, numeric: true, width: 64 },
      cell: ({ row }) => row.original.id,
    },
    {
      id: "username",
      header: t("columns.username"),
      enableSorting: true,
      enableHiding: false,
      meta: { content: 150, minWidth: 140 },
      cell: ({ row }) => <UserName user={row.original} actions={actions} />,
    },
    {
      id: "role",
      header: t("columns.role"),
      enableSorting: true,
      meta: { content: 135, leaves: 7 },
      cell: ({ row }) => <UserRole role={row.original.role} />,
    },
    {
      id: "group",
      header: t("columns.group"),
      enableSorting: true,
      meta: { content: 58, leaves: 6, minWidth: 72 },
      cell: ({ row }) => row.original.group,
    },
    {
      id: "quota",
      header: t("columns.quota"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <QuotaText value={row.original.quota} />,
    },
    {
      id: "used_quota",
      header: t("columns.used_quota"),
      enableSorting: true,
      meta: { content: 71, numeric: true },
      cell: ({ row }) => <UserUsage user={row.original} />,
    },
    {
      id: "request_count",
      header: () => <RequestsLabel>{t("columns.request_count")}</RequestsLabel>,
      enableSorting: true,
      meta: { leaves: 8, label: t("columns.request_count"), numeric: true, hiddenAtFirst: true },
      cell: ({ row }) => formatNumber(row.original.request_count),
    },
    {
      id: "bindings",
      header: t("columns.bindings"),
      meta: { leaves: 3 },
      cell: ({ row }) => <UserBindings user={row.original} />,
    },
    {
      id: "inviter_name",
      header: t("columns.inviter"),
      meta: { leaves: 2, hiddenAtFirst: true },
      cell: ({ row }) => row.original.inviter_name || "—",
    },
    {
      id: "created_time",
      header: t("columns.created_time"),
      enableSorting: true,
      meta: { content: 115, leaves: 1, hiddenAtFirst: true },
      cell: ({ row }) => <TimeText value={row.original.created_time} />,
    },
    {
      id: "last_login_time",
      header: t("columns.last_login_time"),
      enableSorting: true,
      meta: { content: 80, leaves: 4 },
      cell: ({ row }) => <TimeText relative value={row.original.last_login_time} none={t("never")} />,
    },
    {
      id: "last_login_ip",
      header: t("columns.last_login_ip"),
      enableSorting: true,
      meta: { leaves: 1, hiddenAtFirst: true },
      cell: ({ row }) =>
        row.original.last_login_ip === "" ? "—" : <MonoText copy>{row.original.last_login_ip}</MonoText>,
    },
    {
      id: "status",
      header: t("columns.status"),
      enableSorting: true,
      meta: { content: 93 },
      cell: ({ row }) => <UserStatus user={row.original} actions={actions} />,
    },
  ];
}

/** What was spent, and under it in how many requests. */
function UserUsage({ user }: { user: AdminUser }) {
  const { t } = useTranslation("users");
  return (
    <>
      <QuotaText value={user.used_quota} />
      {user.request_count > 0 && (
        <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
          {t("requests", { count: user.request_count, number: formatNumber(user.request_count) })}
        </Typography>
      )}
    </>
  );
}

import { roles } from "@tollgate/contract/access";
import { userStatus } from "@tollgate/contract/users";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";

/** Default filters of the user list. */
export const userFilterDefaults = { role: 0, status: 0, group: "" };
export type UserListState = ListState<typeof userFilterDefaults>;

/** The filters of the list's toolbar. */
export function useUserFilters(
  { filters, setFilter }: UserListState,
  groups: readonly string[],
): ListFilter[] {
  const { t } = useTranslation("users");
  return [
    {
      kind: "select",
      name: "role",
      label: t("filters.role"),
      none: 0,
      value: filters.role,
      options: [
        { value: 0, label: t("filters.all") },
        { value: roles.user, label: t("role.user") },
        { value: roles.admin, label: t("role.admin") },
        { value: roles.root, label: t("role.root") },
      ],
      onChange: (value) => setFilter("role", Number(value)),
    },
    {
      kind: "select",
      name: "status",
      label: t("filters.status"),
      none: 0,
      value: filters.status,
      options: [
        { value: 0, label: t("filters.all") },
        { value: userStatus.enabled, label: t("status.enabled") },
        { value: userStatus.disabled, label: t("status.disabled") },
      ],
      onChange: (value) => setFilter("status", Number(value)),
    },
    {
      kind: "select",
      name: "group",
      label: t("filters.group"),
      none: "",
      value: filters.group,
      options: [{ value: "", label: t("filters.all") }, ...groups.map((value) => ({ value, label: value }))],
      onChange: (value) => setFilter("group", String(value)),
    },
  ];
}

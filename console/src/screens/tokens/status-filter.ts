import { tokenStatus } from "@tollgate/contract/tokens";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";

/** The filter by a token's status; 0 does not filter. */
export function useStatusFilter(status: number, onChange: (status: number) => void): ListFilter {
  const { t } = useTranslation("tokens");
  return {
    kind: "select",
    name: "status",
    label: t("filters.status"),
    none: 0,
    value: status,
    options: [
      { value: 0, label: t("filters.all") },
      { value: tokenStatus.enabled, label: t("status.1") },
      { value: tokenStatus.disabled, label: t("status.2") },
      { value: tokenStatus.expired, label: t("status.3") },
      { value: tokenStatus.exhausted, label: t("status.4") },
    ],
    onChange: (value) => onChange(Number(value)),
  };
}

/** A whole key never comes into the address of the page: its last four characters find the token. */
export function searchableKeyword(text: string): string {
  return /^sk-\S{8,}$/.test(text.trim()) ? text.trim().slice(-4) : text;
}

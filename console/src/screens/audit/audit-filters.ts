import { auditTargets, type listAudit } from "@tollgate/contract/audit";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { describeTargetKind } from "../../widgets/audit-entries/audit-target";

/** Filters of the audit log at rest. `days` counts back from now; 0: all there is. */
export const auditFilterDefaults = { actor: "", action: "", target_type: "", target_id: "", days: 0 };
export type AuditListState = ListState<typeof auditFilterDefaults>;

const ranges = [1, 7, 30, 90] as const;

/** The filters as the server takes them. `now` is epoch seconds. */
export function auditQueryOf(state: AuditListState, now: number): Partial<EndpointQuery<typeof listAudit>> {
  const { days, ...query } = state.query;
  return { ...query, start_timestamp: days === 0 ? 0 : now - days * 86_400 };
}

/** The filters of the list's bar. */
export function useAuditFilters({ filters, setFilter }: AuditListState): ListFilter[] {
  const { t } = useTranslation("audit");
  const text = (name: "actor" | "action" | "target_id") =>
    ({
      kind: "text",
      name,
      label: t(`filters.${name}`),
      value: filters[name],
      onChange: (value: string) => setFilter(name, value),
    }) satisfies ListFilter;
  return [
    {
      kind: "select",
      name: "days",
      label: t("filters.days"),
      none: 0,
      value: filters.days,
      options: [
        { value: 0, label: t("filters.any_time") },
        ...ranges.map((days) => ({ value: days, label: t("filters.last_days", { count: days }) })),
      ],
      onChange: (value) => setFilter("days", Number(value)),
    },
    text("actor"),
    text("action"),
    {
      kind: "select",
      name: "target_type",
      label: t("filters.target_type"),
      none: "",
      value: filters.target_type,
      options: [
        { value: "", label: t("filters.all") },
        ...auditTargets.map((value) => ({ value, label: describeTargetKind(value) })),
      ],
      onChange: (value) => setFilter("target_type", String(value)),
    },
    text("target_id"),
  ];
}

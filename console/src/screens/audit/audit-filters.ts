import { auditTargets, type listAudit } from "@tollgate/contract/audit";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { anyTime, momentsOf } from "../../widgets/moment-field/time-ranges";
import { useTimeRangeFilter } from "../../widgets/moment-field/use-time-range-filter";
import { describeTargetKind } from "../../widgets/audit-entries/audit-target";

/** Default filters of the audit log. */
export const auditFilterDefaults = {
  actor: "",
  action: "",
  target_type: "",
  target_id: "",
  range: anyTime,
  start: 0,
  end: 0,
};
export type AuditListState = ListState<typeof auditFilterDefaults>;

/** The filters as query parameters. `now` is what presets are counted back from. */
export function auditQueryOf(
  state: Pick<AuditListState, "query">,
  now: Date,
): Partial<EndpointQuery<typeof listAudit>> {
  const { range, start, end, ...query } = state.query;
  const time = momentsOf({ range, start, end }, now);
  return { ...query, start_timestamp: time.start, end_timestamp: time.end };
}

/** The filters of the list's toolbar. */
export function useAuditFilters({ filters, setFilter, setFilters }: AuditListState): ListFilter[] {
  const { t } = useTranslation("audit");
  const range = useTimeRangeFilter(t("filters.range"), filters, setFilters);
  const text = (name: "actor" | "action" | "target_id") =>
    ({
      kind: "text",
      name,
      label: t(`filters.${name}`),
      value: filters[name],
      onChange: (value: string) => setFilter(name, value),
    }) satisfies ListFilter;
  return [
    range,
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

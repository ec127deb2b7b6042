import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import { useLanguage } from "../../lib/i18n/use-language";
import type { ListState } from "../../lib/list-state";
import type { Kinds } from "./gateway-values";

/** Default filters of the gateway list. */
export const gatewayFilterDefaults = { type: "", name: "", uuid: "", currency: "" };
export type GatewayListState = ListState<typeof gatewayFilterDefaults>;

/** The filters of the list's toolbar. */
export function useGatewayFilters({ filters, setFilter }: GatewayListState, kinds: Kinds): ListFilter[] {
  const { t } = useTranslation("payments");
  const { localize } = useLanguage();
  const currencies = [...new Set([...kinds.values()].flatMap((kind) => kind.currencies))].sort();
  return [
    {
      kind: "text",
      name: "name",
      label: t("columns.name"),
      value: filters.name,
      onChange: (value) => setFilter("name", value),
    },
    {
      kind: "select",
      name: "type",
      label: t("columns.type"),
      none: "",
      value: filters.type,
      options: [
        { value: "", label: t("filters.all") },
        ...[...kinds.values()].map(({ type, label }) => ({ value: type, label: localize(label) })),
      ],
      onChange: (value) => setFilter("type", String(value)),
    },
    {
      kind: "select",
      name: "currency",
      label: t("columns.currency"),
      none: "",
      value: filters.currency,
      options: [
        { value: "", label: t("filters.all") },
        ...currencies.map((value) => ({ value, label: value })),
      ],
      onChange: (value) => setFilter("currency", String(value)),
    },
    {
      kind: "text",
      name: "uuid",
      label: t("columns.uuid"),
      value: filters.uuid,
      onChange: (value) => setFilter("uuid", value),
    },
  ];
}

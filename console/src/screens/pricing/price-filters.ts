import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";

/** Default filters of the price list. */
export const priceFilterDefaults = { type: "", channel_type: "", locked: "" };

/** The same with how the list is shown, which narrows nothing. */
export const priceListDefaults = { ...priceFilterDefaults, view: "models", unit: "1M" };
export type PriceListState = ListState<typeof priceListDefaults>;

/** The filters of the list's toolbar. */
export function usePriceFilters(
  { filters, setFilter }: PriceListState,
  descriptors: ReadonlyMap<number, ProviderDescriptor>,
): ListFilter[] {
  const { t } = useTranslation("pricing");
  const select = (
    name: keyof typeof priceFilterDefaults,
    label: string,
    options: { value: string; label: string }[],
  ) =>
    ({
      kind: "select",
      name,
      label,
      none: "",
      value: filters[name],
      options: [{ value: "", label: t("filters.all") }, ...options],
      onChange: (value: string | number) => setFilter(name, String(value)),
    }) satisfies ListFilter;
  return [
    select("type", t("filters.type"), [
      { value: "tokens", label: t("type.tokens") },
      { value: "times", label: t("type.times") },
    ]),
    select(
      "channel_type",
      t("filters.provider"),
      [...descriptors.values()].map(({ type, label }) => ({ value: String(type), label })),
    ),
    select("locked", t("filters.locked"), [
      { value: "yes", label: t("filters.locked_yes") },
      { value: "no", label: t("filters.locked_no") },
    ]),
  ];
}

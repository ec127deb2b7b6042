import { useTranslation } from "react-i18next";
import type { ListFilter } from "../../design-system/list-toolbar/list-filter";
import type { ListState } from "../../lib/list-state";
import { capabilitiesOf, modalitiesOf, type Offers, ownersOf } from "./offered-models";
import { useModelNames } from "./use-model-names";

export const offerFilterDefaults = { provider: "", modality: "", capability: "", available: "" };

type Filters = typeof offerFilterDefaults;

/** The chips of the list; only values that some model has are offered. */
export function useOfferFilters<F extends Filters>(state: ListState<F>, offers: Offers): ListFilter[] {
  const { t } = useTranslation("price-list");
  const names = useModelNames();
  const select = (
    name: keyof Filters,
    label: string,
    options: { value: string; label: string }[],
  ): ListFilter[] =>
    options.length === 0
      ? []
      : [
          {
            kind: "select",
            name,
            label,
            none: "",
            value: state.filters[name] as string,
            options: [{ value: "", label: t("any") }, ...options],
            onChange: (value) =>
              state.setFilters({ [name]: String(value) } as Partial<ListState<F>["filters"]>),
          },
        ];
  return [
    ...select("provider", t("provider"), ownersOf(offers)),
    ...select(
      "modality",
      t("modality"),
      modalitiesOf(offers).map((value) => ({ value, label: names.modality(value) })),
    ),
    ...select(
      "capability",
      t("capabilities"),
      capabilitiesOf(offers).map((value) => ({ value, label: names.capability(value) })),
    ),
    ...select("available", t("availability"), [{ value: "yes", label: t("only_available") }]),
  ];
}

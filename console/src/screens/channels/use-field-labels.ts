import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../lib/i18n/use-language";
import { isPluginField } from "./channel-editor-basics";
import { advancedParts } from "./channel-values";
import { draftPricesPath } from "./use-draft-prices";

/** Labels of the editor's fields by path, in the order in which they are shown. */
export function useFieldLabels(descriptor: ProviderDescriptor | undefined): ReadonlyMap<string, string> {
  const { t } = useTranslation(["channels", "unpriced-models"]);
  const { localize } = useLanguage();
  return useMemo(() => {
    const own = (descriptor?.fields ?? []).map(({ name, label }): [string, string] => [
      name,
      localize(label),
    ]);
    return new Map<string, string>([
      ["name", t("field.name")],
      ["key", descriptor ? localize(descriptor.keyLabel) : t("field.key")],
      ["base_url", t("field.base_url")],
      ...own.filter(([name]) => !isPluginField(name)),
      ["groups", t("field.groups")],
      ["models", t("field.models")],
      ["test_model", t("field.test_model")],
      [draftPricesPath, t("unpriced-models:prices")],
      ...own.filter(([name]) => isPluginField(name)),
      ...Object.values(advancedParts)
        .flat()
        .map((name): [string, string] => [name, t(`field.${name}`)]),
    ]);
  }, [descriptor, t, localize]);
}

import Box from "@mui/material/Box";
import { extraRatioClasses, toolPriceClasses, unitPriceClasses } from "@tollgate/contract/cost";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CollapsedSection } from "../../design-system/form/collapsed-section";
import { ExtraRatiosField } from "./extra-ratios-field";
import { extrasOf } from "./extras";
import type { PriceValues } from "./price-values";
import { ToolPricesField, UnitPricesField } from "./dollar-prices-field";

/** Price fields beyond input and output: ratios of token classes where tokens are priced, and prices of tools and units for every price. */
export function ExtrasSections() {
  const [type, values] = useWatch<PriceValues, ["type", "extra_ratios"]>({ name: ["type", "extra_ratios"] });
  const { errors } = useFormState<PriceValues>();
  const rejected = Object.keys(errors.extra_ratios ?? {});
  return (
    <Box sx={{ mt: 3.5 }}>
      {type === "tokens" && (
        <RatiosSection
          count={extrasOf(values).ratios.length}
          invalid={rejected.some((key) => key in extraRatioClasses)}
        />
      )}
      <ToolsSection
        count={extrasOf(values).tools.length}
        invalid={rejected.some((key) => key in toolPriceClasses)}
      />
      <UnitsSection
        count={extrasOf(values).units.length}
        invalid={rejected.some((key) => key in unitPriceClasses)}
      />
    </Box>
  );
}

interface SectionProps {
  count: number;
  invalid: boolean;
}

function RatiosSection({ count, invalid }: SectionProps) {
  const { t } = useTranslation("pricing");
  const [openAtFirst] = useState(count > 0);
  return (
    <CollapsedSection
      title={t("section.extra")}
      summary={count > 0 ? t("extra_count", { count }) : t("section.extra_none")}
      defaultOpen={openAtFirst}
      invalid={invalid}
    >
      <ExtraRatiosField />
    </CollapsedSection>
  );
}

function ToolsSection({ count, invalid }: SectionProps) {
  const { t } = useTranslation("pricing");
  const [openAtFirst] = useState(count > 0);
  return (
    <CollapsedSection
      title={t("section.tools")}
      summary={count > 0 ? t("tool_count", { count }) : t("section.tools_none")}
      defaultOpen={openAtFirst}
      invalid={invalid}
    >
      <ToolPricesField />
    </CollapsedSection>
  );
}

function UnitsSection({ count, invalid }: SectionProps) {
  const { t } = useTranslation("pricing");
  const [openAtFirst] = useState(count > 0);
  return (
    <CollapsedSection
      title={t("section.units")}
      summary={count > 0 ? t("unit_count", { count }) : t("section.units_none")}
      defaultOpen={openAtFirst}
      invalid={invalid}
    >
      <UnitPricesField />
    </CollapsedSection>
  );
}

import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useTranslation } from "react-i18next";
import type { PriceUnit } from "./offered-models";

/** Prices per million tokens or per thousand. */
export function UnitChoice({ value, onChange }: { value: PriceUnit; onChange: (unit: PriceUnit) => void }) {
  const { t } = useTranslation("price-list");
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={t("unit.label")}
      onChange={(_event, next: PriceUnit | null) => next && onChange(next)}
    >
      <ToggleButton value="1M">{t("unit.1M")}</ToggleButton>
      <ToggleButton value="1K">{t("unit.1K")}</ToggleButton>
    </ToggleButtonGroup>
  );
}

import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useTranslation } from "react-i18next";

/** Tokens that a price is shown for. */
export type PriceUnit = "1M" | "1K";

/** Prices per million tokens or per thousand. */
export function UnitChoice({ value, onChange }: { value: PriceUnit; onChange: (unit: PriceUnit) => void }) {
  const { t } = useTranslation("price-cells");
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

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { dollarsPerCall, dollarsPerMillion, type PriceTerms } from "@tollgate/contract/cost";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";

interface PriceCellProps {
  type: PriceTerms["type"];
  multiplier: number;
  /** The caller's group ratio where the price is shown as it will be charged. */
  groupRatio?: number;
  align?: "left" | "right";
}

/** A multiplier as people read prices: dollars with their unit, the multiplier small beside it. */
export function PriceCell({ type, multiplier, groupRatio = 1, align = "right" }: PriceCellProps) {
  const { t } = useTranslation("price-cells");
  const amount =
    type === "times" ? dollarsPerCall(multiplier, groupRatio) : dollarsPerMillion(multiplier, groupRatio);
  const value = formatNumber(multiplier, 6);
  return (
    <Box sx={{ textAlign: align, whiteSpace: "nowrap" }}>
      <Typography variant="body2" component="div">
        {amount === 0 ? t("free") : formatUnitPrice(amount)}
      </Typography>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
        {t(type === "times" ? "per_call" : "per_million")}
        {" · "}
        {t("multiplier", { value })}
      </Typography>
    </Box>
  );
}

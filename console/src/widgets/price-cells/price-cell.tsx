import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import {
  dollarsPerCall,
  dollarsPerMillion,
  type PriceTerms,
  type UnitPriceKey,
} from "@tollgate/contract/cost";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import type { PriceUnit } from "./unit-choice";

interface PriceCellProps {
  type: PriceTerms["type"];
  multiplier: number;
  /** Tokens that the price is shown for. */
  unit?: PriceUnit;
  align?: "left" | "right";
}

/** A multiplier as people read prices: dollars with their unit, the multiplier small beside it. */
export function PriceCell({ type, multiplier, unit = "1M", align = "right" }: PriceCellProps) {
  const { t } = useTranslation("price-cells");
  const perTokens = dollarsPerMillion(multiplier) / (unit === "1M" ? 1 : 1000);
  const amount = type === "times" ? dollarsPerCall(multiplier) : Number(perTokens.toPrecision(12));
  const value = formatNumber(multiplier, 6);
  const per = t(type === "times" ? "per_call" : unit === "1M" ? "per_million" : "per_thousand");
  return (
    <Amount
      text={amount === 0 ? t("free") : formatUnitPrice(amount)}
      detail={`${per} · ${t("multiplier", { value })}`}
      align={align}
    />
  );
}

/** A price per second, picture or character. */
export function UnitPriceCell({
  unit,
  dollars,
  align = "right",
}: {
  unit: UnitPriceKey;
  dollars: number;
  align?: "left" | "right";
}) {
  const { t } = useTranslation("price-cells");
  return <Amount text={formatUnitPrice(dollars)} detail={t(unit)} align={align} />;
}

function Amount({ text, detail, align }: { text: string; detail: string; align: "left" | "right" }) {
  return (
    <Box sx={{ textAlign: align, whiteSpace: "nowrap" }}>
      <Typography variant="body2" component="div">
        {text}
      </Typography>
      <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
        {detail}
      </Typography>
    </Box>
  );
}

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { useQuotaFormat } from "../../lib/site-info/site-info";
import { formatBillLine, formatNumber } from "../../lib/format-number";

interface CostRowProps {
  label: string;
  /** How the amount came about; under the label. */
  formula?: string;
  quota: number;
  sign?: "+" | "−";
  /** The line that counts. */
  strong?: boolean;
}

/** One line of a bill: what it is on the left, dollars and quota on the right. */
export function CostRow({ label, formula, quota, sign, strong = false }: CostRowProps) {
  const { t } = useTranslation("price-explanation");
  const { quotaPerUnit } = useQuotaFormat();
  const dollars = formatBillLine(quota / quotaPerUnit);
  return (
    <Box
      sx={{
        display: "flex",
        justifyContent: "space-between",
        gap: 2,
        px: 2,
        py: 1,
        "&:not(:first-of-type)": { borderTop: 1, borderColor: "divider" },
        ...(strong && { backgroundColor: "action.hover" }),
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant={strong ? "subtitle2" : "body2"} component="div">
          {label}
        </Typography>
        {formula !== undefined && (
          <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
            {formula}
          </Typography>
        )}
      </Box>
      <Box sx={{ textAlign: "right", whiteSpace: "nowrap" }}>
        <Typography variant={strong ? "subtitle2" : "body2"} component="div">
          {sign}
          {dollars}
        </Typography>
        <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
          {sign}
          {t("quota", { number: formatNumber(quota, 6) })}
        </Typography>
      </Box>
    </Box>
  );
}

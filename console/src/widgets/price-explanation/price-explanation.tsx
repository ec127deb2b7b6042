import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { dollarsPerCall } from "@tollgate/contract/cost";
import type { LogRow } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format-number";
import { formatDollars } from "../price-cells/format-dollars";
import { CostRow } from "./cost-row";
import type { CostLine } from "./explain-cost";
import { explainLogRow, type LogRowExplanation } from "./explain-log-row";

/** Why a log row cost what it cost: every token class, the ratios, the one rounding, what was charged. */
export function PriceExplanation({ row }: { row: LogRow }) {
  const { t } = useTranslation("price-explanation");
  const explanation = explainLogRow(row);
  if (!explanation) {
    return (
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t("none")}
      </Typography>
    );
  }
  const { priceModel, groupName, groupRatio, total, exact, uncollected, unused, agrees } = explanation;
  return (
    <Box>
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 1.5, overflowWrap: "anywhere" }}>
        {t("terms", { model: priceModel, group: groupName, ratio: formatNumber(groupRatio, 6) })}
      </Typography>
      <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1.5, overflow: "hidden" }}>
        {unused ? <CostRow label={t("no_tokens")} quota={0} /> : <Parts explanation={explanation} />}
        {exact !== total && <CostRow label={t("rounding")} quota={total - exact} sign="+" />}
        {uncollected > 0 && (
          <>
            <CostRow label={t("total")} quota={total} />
            <CostRow label={t("uncollected")} quota={uncollected} sign="−" />
          </>
        )}
        <CostRow label={t("charged")} quota={row.quota} strong />
      </Box>
      {!agrees && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {t("disagrees", { charged: formatNumber(row.quota) })}
        </Alert>
      )}
    </Box>
  );
}

function Parts({ explanation }: { explanation: LogRowExplanation }) {
  const { t } = useTranslation("price-explanation");
  const { kind, lines, exact, input, groupRatio } = explanation;
  const group = t("group", { value: formatNumber(groupRatio, 6) });
  if (kind === "times") {
    const price = t("per_call", { price: formatDollars(dollarsPerCall(input)) });
    return <CostRow label={price} formula={`${formatNumber(input, 6)} × 1,000 ${group}`} quota={exact} />;
  }
  return lines.map((line) => (
    <CostRow
      key={line.tokenClass}
      label={t(`class.${line.tokenClass}`)}
      formula={`${t("tokens", { number: formatNumber(line.tokens) })} ${ratiosOf(line)} ${group}`}
      quota={line.quota}
    />
  ));
}

/** `× 1.5`, and `× 0.1` of the class where it is not plain. */
function ratiosOf({ multiplier, extraRatio }: CostLine): string {
  const plain = `× ${formatNumber(multiplier, 6)}`;
  return extraRatio === 1 ? plain : `${plain} × ${formatNumber(extraRatio, 6)}`;
}

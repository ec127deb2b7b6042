import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { dollarsPerCall, dollarsPerMillion } from "@tollgate/contract/cost";
import type { TokenLine, UnitLine } from "@tollgate/contract/explain-cost";
import type { LogRow } from "@tollgate/contract/logs";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { AppliedRules } from "./applied-rules";
import { CostRow } from "./cost-row";
import { explainLogRow, type LogRowExplanation, passedOnPath } from "./explain-log-row";

/** Why a log row cost what it cost: every token class and tool, the ratios, the one rounding, what was charged. */
export function PriceExplanation({ row }: { row: LogRow }) {
  const explanation = explainLogRow(row);
  return explanation ? <Bill row={row} explanation={explanation} /> : <Unpriced row={row} />;
}

/** Why there is nothing to reckon. */
function Unpriced({ row }: { row: LogRow }) {
  const { t } = useTranslation("price-explanation");
  const text = () => {
    if (row.metadata.cache_hit) return t("cache_hit");
    return passedOnPath(row) === undefined ? t("none") : t("passed_on");
  };
  return (
    <Typography variant="body2" sx={{ color: "text.secondary" }}>
      {text()}
    </Typography>
  );
}

function Bill({ row, explanation }: { row: LogRow; explanation: LogRowExplanation }) {
  const { t } = useTranslation("price-explanation");
  const { priceModel, groupName, total, exact, uncollected, unused, agrees, priceRatio } = explanation;
  const groupRatio = explanation.groupRatio / priceRatio;
  return (
    <Box>
      <Typography variant="body2" sx={{ color: "text.secondary", mb: 1.5, overflowWrap: "anywhere" }}>
        {t("terms", { model: priceModel, group: groupName, ratio: formatNumber(groupRatio, 6) })}
        {priceRatio !== 1 && ` · ${t("price_ratio", { ratio: formatNumber(priceRatio, 6) })}`}
      </Typography>
      <AppliedRules rules={explanation.rules} type={explanation.kind} />
      <Box sx={{ border: 1, borderColor: "divider", borderRadius: 1.5, overflow: "hidden" }}>
        {unused ? <CostRow label={t("no_tokens")} quota={0} /> : <Parts explanation={explanation} />}
        {exact < total && <CostRow label={t("rounding")} quota={total - exact} sign="+" />}
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
  const { kind, lines, perCall, input, groupRatio, priceRatio } = explanation;
  const plain = t("group", { value: formatNumber(groupRatio / priceRatio, 6) });
  const group =
    priceRatio === 1 ? plain : `${plain} ${t("price_factor", { value: formatNumber(priceRatio, 6) })}`;
  return (
    <>
      {kind === "times" && (perCall > 0 || lines.length === 0) && (
        <CostRow
          label={t("per_call", { price: formatUnitPrice(dollarsPerCall(input)) })}
          formula={`${formatUnitPrice(dollarsPerCall(input))} ${group}`}
          quota={perCall}
        />
      )}
      {lines.map((line) => (
        <CostRow
          key={line.tokenClass}
          label={t(`class.${line.tokenClass}`)}
          formula={`${line.kind === "tokens" ? tokensOf(t, line) : countOf(t, line)} ${group}`}
          quota={line.quota}
        />
      ))}
    </>
  );
}

type Translate = TFunction<"price-explanation">;

/** `7,000 tokens × $0.30 / 1M`: the class's own price. */
function tokensOf(t: Translate, { tokens, multiplier, extraRatio }: TokenLine): string {
  const price = formatUnitPrice(dollarsPerMillion(multiplier * extraRatio));
  return `${t("tokens", { count: tokens, number: formatNumber(tokens) })} × ${t("rule.per_million", { price })}`;
}

/** `2 calls × $0.01`, `90 × $0.0001` */
function countOf(t: Translate, { kind, count, dollars }: UnitLine): string {
  const number = formatNumber(count);
  return `${kind === "tool" ? t("calls", { count, number }) : number} × ${formatUnitPrice(dollars)}`;
}

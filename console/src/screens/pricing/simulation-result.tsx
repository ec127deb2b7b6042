import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { PriceSimulation } from "@tollgate/contract/price-simulation";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../../design-system/form/form-section";
import { formatNumber, formatUnitPrice } from "../../lib/format-number";
import { AppliedRules } from "../../widgets/price-explanation/applied-rules";
import { SimulatedChannels } from "./simulated-channels";
import { dollarsOfQuota } from "./simulator-units";

/** What a simulated call costs: one sentence, the rules, a line for each class, and the channels. */
export function SimulationResult({ result }: { result: PriceSimulation }) {
  const { t } = useTranslation("pricing");
  const sentence = useSentence(result);
  const { problem, price, rules, cost } = result;
  const top = useRef<HTMLDivElement>(null);
  // The result is below the form, which may fill the panel.
  useEffect(() => top.current?.scrollIntoView?.({ block: "start" }), [result]);
  return (
    <FormSection title={t("simulator.result")}>
      <div ref={top} />
      {problem !== "none" && (
        <Alert severity="warning">
          {t(`simulator.problem.${problem}`, { group: result.group.symbol, model: result.billed_model })}
        </Alert>
      )}
      {result.refused_fields.length > 0 && (
        <Alert severity="warning" sx={{ overflowWrap: "anywhere" }}>
          {t("simulator.refused_fields", { fields: result.refused_fields.join(", ") })}
        </Alert>
      )}
      {price && (
        <Box>
          <Typography variant="h2" component="p">
            {formatUnitPrice(result.dollars)}
          </Typography>
          <Typography variant="body2" aria-live="polite" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
            {sentence}
          </Typography>
          <Typography variant="caption" sx={{ color: "text.secondary" }}>
            {t("example.quota", { quota: formatNumber(cost) })}
          </Typography>
        </Box>
      )}
      {price && <AppliedRules rules={rules} type={price.type} />}
      {price && <Lines result={result} />}
      <SimulatedChannels channels={result.channels} group={result.group.symbol} />
    </FormSection>
  );
}

/** Why it costs that: whose price, by which name, at which ratio, through which channel. */
function useSentence(result: PriceSimulation): string {
  const { t } = useTranslation("pricing");
  const { price, match, group, user, channel, tier_ratio: tierRatio, field_ratio: fieldRatio } = result;
  const parts = [
    t(match === "wildcard" ? "simulator.by_wildcard" : "simulator.by_name", {
      price: price?.model ?? "",
      model: result.billed_model,
    }),
    t("simulator.for_group", { group: group.name, ratio: formatNumber(group.ratio, 6) }),
    user && t("simulator.for_user", { user: user.username }),
    channel && t("simulator.through", { channel: channel.name }),
    tierRatio !== 1 && t("simulator.tier", { ratio: formatNumber(tierRatio, 6) }),
    fieldRatio !== 1 && t("simulator.fields", { ratio: formatNumber(fieldRatio, 6) }),
  ];
  return parts.filter((part) => typeof part === "string").join(" · ");
}

function Lines({ result }: { result: PriceSimulation }) {
  const { t } = useTranslation(["pricing", "price-explanation"]);
  const perMillion = (dollars: number) =>
    t("price-explanation:rule.per_million", { price: formatUnitPrice(dollars) });
  const isUnit = (name: string) => unitClasses.has(name);
  return (
    <Table size="small" aria-label={t("simulator.lines")}>
      <TableHead>
        <TableRow>
          <TableCell>{t("simulator.line.class")}</TableCell>
          <TableCell align="right">{t("simulator.line.count")}</TableCell>
          <TableCell align="right">{t("simulator.line.price")}</TableCell>
          <TableCell align="right">{t("simulator.line.cost")}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {result.per_call > 0 && (
          <TableRow>
            <TableCell colSpan={3}>{t("simulator.line.call")}</TableCell>
            <TableCell align="right">{formatUnitPrice(dollarsOfQuota(result.per_call))}</TableCell>
          </TableRow>
        )}
        {result.lines.map((line) => (
          <TableRow key={line.class}>
            <TableCell>{t(`price-explanation:class.${line.class}`)}</TableCell>
            <TableCell align="right">{formatNumber(line.count)}</TableCell>
            <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
              {isUnit(line.class) ? formatUnitPrice(line.unit_price) : perMillion(line.unit_price)}
            </TableCell>
            <TableCell align="right">{formatUnitPrice(dollarsOfQuota(line.quota))}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Classes that are priced by the piece. */
const unitClasses: ReadonlySet<string> = new Set([
  "web_search",
  "file_search",
  "code_run",
  "image_generation",
  "seconds",
  "pictures",
  "characters",
]);

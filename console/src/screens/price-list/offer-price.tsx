import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatTokenCount } from "../../lib/format-number";
import { amountText, conditionText, termText } from "../../widgets/price-terms/price-text";
import type { DescribedPrice, PriceTerm } from "../../widgets/price-terms/price-terms";
import { type OfferedModel, pricesOfOffer } from "./offered-models";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";

export interface OfferPriceProps {
  offer: OfferedModel;
  side: "input" | "output" | "cached";
  ratio: number;
  unit: PriceUnit;
}

/** One price of a model in the chosen unit, with what long prompts cost; a dash where the model has no such price. */
export function OfferPrice({ offer, side, ratio, unit }: OfferPriceProps) {
  const { t } = useTranslation("price-list");
  const { t: tTerms } = useTranslation("price-terms");
  const prices = pricesOfOffer(offer, ratio, unit);
  if (!prices) return <Quiet>{side === "input" ? t("unpriced") : "—"}</Quiet>;
  if (side === "cached") return <CachedPrice prices={prices} />;
  // A price by call, second or picture is shown in the input's place.
  const term = prices.terms.find(({ id }) => id === side) ?? (side === "input" ? prices.terms[0] : undefined);
  if (!term) return <Quiet>—</Quiet>;
  const long = dearestOf(prices, term.id);
  const above = onlyLength(prices);
  return (
    <NoBreak>
      {amountText(tTerms, term)}
      {long && (
        <Tooltip title={<RuleHint prices={prices} />}>
          <Caption tabIndex={0}>
            {above === undefined
              ? t("upTo", { price: amountText(tTerms, long) })
              : t("aboveLength", { price: amountText(tTerms, long), tokens: formatTokenCount(above) })}
          </Caption>
        </Tooltip>
      )}
    </NoBreak>
  );
}

/** The length from which the price's only rule applies. */
function onlyLength({ rules }: DescribedPrice): number | undefined {
  const [rule] = rules;
  const isLength = rules.length === 1 && rule !== undefined && Object.keys(rule.when).length === 1;
  return isLength ? rule.when.prompt_above : undefined;
}

/** The most expensive price of a side that a rule sets, if above the base price. */
function dearestOf({ terms, rules }: DescribedPrice, id: string): PriceTerm | undefined {
  const base = terms.find((term) => term.id === id)?.dollars ?? 0;
  const dearer = rules
    .flatMap((rule) => rule.terms)
    .filter((term) => term.id === id && term.dollars > base)
    .sort((a, b) => b.dollars - a.dollars);
  return dearer[0];
}

function CachedPrice({ prices }: { prices: DescribedPrice }) {
  const { t } = useTranslation("price-list");
  const { t: tTerms } = useTranslation("price-terms");
  const term = (id: string) => prices.terms.find((one) => one.id === id);
  const read = term("cached_read") ?? term("cached");
  const input = term("input");
  const [short, long] = [term("cached_write"), term("cached_write_1h")];
  if (!input) return <Quiet>—</Quiet>;
  if (!read)
    return (
      <Tooltip title={t("noDiscount")}>
        <NoBreak tabIndex={0}>
          <Quiet>{amountText(tTerms, input)}</Quiet>
        </NoBreak>
      </Tooltip>
    );
  const text = amountText(tTerms, read);
  if (!short) return <NoBreak>{text}</NoBreak>;
  const hint = long
    ? t("cacheWriteHint", { short: amountText(tTerms, short), long: amountText(tTerms, long) })
    : termText(tTerms, short);
  return (
    <Tooltip title={hint}>
      <NoBreak tabIndex={0}>
        {text}
        <Caption>{t("cacheWrite", { price: amountText(tTerms, short) })}</Caption>
      </NoBreak>
    </Tooltip>
  );
}

/** What a price charges instead under conditions, a line each. */
function RuleHint({ prices }: { prices: DescribedPrice }) {
  const { t } = useTranslation("price-terms");
  return (
    <Box component="span" sx={{ whiteSpace: "pre-line" }}>
      {prices.rules
        .map(({ when, terms }) =>
          [conditionText(t, when), ...terms.map((term) => termText(t, term))].join(" · "),
        )
        .join("\n")}
    </Box>
  );
}

// Plain elements: the list has hundreds.
function NoBreak(props: ComponentProps<"span">) {
  return <span {...props} style={{ display: "inline-block", whiteSpace: "nowrap" }} />;
}

function Caption(props: ComponentProps<"div">) {
  const { palette, typography } = useTheme();
  return (
    <div
      {...props}
      style={{
        ...(typography.caption as CSSProperties),
        color: palette.text.secondary,
        whiteSpace: "nowrap",
      }}
    />
  );
}

function Quiet({ children }: { children: ReactNode }) {
  const { text } = useTheme().palette;
  return <span style={{ color: text.secondary }}>{children}</span>;
}

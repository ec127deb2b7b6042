import Box, { type BoxProps } from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { type OfferedModel, pricesOfOffer } from "./offered-models";
import { formatUnitPrice } from "../../lib/format-number";

/** What a row of the public price list shows. */
export function offerColumns(
  t: TFunction<"price-list">,
  ratio: number,
  unit: PriceUnit,
): DataColumn<OfferedModel>[] {
  return [
    {
      id: "model",
      header: t("columns.model"),
      enableSorting: true,
      enableHiding: false,
      meta: { minWidth: 200 },
      cell: ({ row }) => <MonoText copy>{row.original.model}</MonoText>,
    },
    {
      id: "owned_by",
      header: t("provider"),
      enableSorting: true,
      meta: { leaves: 2, minWidth: 120 },
      cell: ({ row }) => <Owner offer={row.original} />,
    },
    {
      id: "input",
      header: t("columns.input"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <OfferPrice offer={row.original} side="input" ratio={ratio} unit={unit} />,
    },
    {
      id: "output",
      header: t("columns.output"),
      enableSorting: true,
      meta: { numeric: true },
      cell: ({ row }) => <OfferPrice offer={row.original} side="output" ratio={ratio} unit={unit} />,
    },
    {
      id: "cached",
      header: t("columns.cached"),
      meta: { leaves: 1, numeric: true },
      cell: ({ row }) => <OfferPrice offer={row.original} side="cached" ratio={ratio} unit={unit} />,
    },
  ];
}

function Owner({ offer }: { offer: OfferedModel }) {
  const { owned_by: label, owner } = offer;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <ProviderIcon descriptor={{ label, icon: { text: owner.text, color: owner.color } }} />
      <Typography component="span" variant="body2" noWrap>
        {label}
      </Typography>
    </Stack>
  );
}

interface OfferPriceProps {
  offer: OfferedModel;
  side: "input" | "output" | "cached";
  ratio: number;
  unit: PriceUnit;
}

/** One price of a model in the chosen unit; a dash where the model has no such price. */
function OfferPrice({ offer, side, ratio, unit }: OfferPriceProps) {
  const { t } = useTranslation(["price-list", "price-cells"]);
  const prices = pricesOfOffer(offer, ratio, unit);
  const dollars = (amount: number): string => (amount === 0 ? t("free") : formatUnitPrice(amount));
  if (!prices) return <Quiet>{side === "input" ? t("unpriced") : "—"}</Quiet>;
  if (prices.type !== "tokens") {
    if (side !== "input") return <Quiet>—</Quiet>;
    return (
      <Box component="span" sx={{ whiteSpace: "nowrap" }}>
        {dollars(prices.type === "unit" ? prices.dollars : prices.call)}
        <Quiet> {prices.type === "unit" ? t(`price-cells:${prices.unit}`) : t("perCall")}</Quiet>
      </Box>
    );
  }
  const text = dollars(prices[side]);
  if (side !== "cached") return <NoBreak>{text}</NoBreak>;
  const { cacheWrite } = prices;
  if (cacheWrite) {
    const hint = t("cacheWriteHint", { short: dollars(cacheWrite.short), long: dollars(cacheWrite.long) });
    return (
      <Tooltip title={hint}>
        <NoBreak tabIndex={0}>
          {text}
          <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
            {t("cacheWrite", { price: dollars(cacheWrite.short) })}
          </Typography>
        </NoBreak>
      </Tooltip>
    );
  }
  if (prices.cached < prices.input) return <NoBreak>{text}</NoBreak>;
  return (
    <Tooltip title={t("noDiscount")}>
      <NoBreak tabIndex={0}>
        <Quiet>{text}</Quiet>
      </NoBreak>
    </Tooltip>
  );
}

function NoBreak(props: BoxProps<"span">) {
  return <Box component="span" {...props} sx={{ display: "inline-block", whiteSpace: "nowrap" }} />;
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: "text.secondary" }}>
      {children}
    </Box>
  );
}

/** A model on a phone: its name, whose it is, what it costs. */
export function OfferCard({ offer, ratio, unit }: { offer: OfferedModel; ratio: number; unit: PriceUnit }) {
  const { t } = useTranslation("price-list");
  const sides =
    offer.price?.type === "times" ? (["input"] as const) : (["input", "output", "cached"] as const);
  return (
    <Stack sx={{ gap: 0.75, minWidth: 0 }}>
      <MonoText copy>{offer.model}</MonoText>
      <Owner offer={offer} />
      <Stack direction="row" sx={{ gap: 3, flexWrap: "wrap" }}>
        {sides.map((side) => (
          <Box key={side}>
            <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
              {t(`columns.${side}`)}
            </Typography>
            <OfferPrice offer={offer} side={side} ratio={ratio} unit={unit} />
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}

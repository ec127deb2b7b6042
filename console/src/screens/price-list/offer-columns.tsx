import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DataColumn } from "../../design-system/data-table/data-column";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { ProviderIcon } from "../../widgets/provider-chip/provider-chip";
import { type OfferedModel, type PriceUnit, unitPrice } from "./offered-models";
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
function OfferPrice({ offer: { price }, side, ratio, unit }: OfferPriceProps) {
  const { t } = useTranslation("price-list");
  if (!price) return <Quiet>{side === "input" ? t("unpriced") : "—"}</Quiet>;
  const multiplier = multiplierOf(price, side);
  if (multiplier === undefined) return <Quiet>—</Quiet>;
  const amount = unitPrice(price.type, multiplier, ratio, unit);
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap" }}>
      {amount === 0 ? t("free") : formatUnitPrice(amount)}
      {price.type === "times" && <Quiet> {t("perCall")}</Quiet>}
    </Box>
  );
}

function multiplierOf(
  price: NonNullable<OfferedModel["price"]>,
  side: OfferPriceProps["side"],
): number | undefined {
  if (side === "input") return price.input;
  if (price.type === "times") return undefined;
  if (side === "output") return price.output;
  const cached = price.extra_ratios["cached_tokens"];
  return cached === undefined ? undefined : price.input * cached;
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

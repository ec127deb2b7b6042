import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { contextText, OfferName, OfferOwner } from "./offer-columns";
import { OfferPrice } from "./offer-price";
import type { OfferedModel } from "./offered-models";

interface OfferCardProps {
  offer: OfferedModel;
  ratio: number;
  unit: PriceUnit;
  onOpen: (offer: OfferedModel) => void;
}

/** A model on a phone: its name, whose it is, what it costs. */
export function OfferCard({ offer, ratio, unit, onOpen }: OfferCardProps) {
  const { t } = useTranslation("price-list");
  const byTokens = offer.price?.type === "tokens" && (offer.price.input > 0 || offer.price.output > 0);
  const sides = byTokens ? (["input", "output", "cached"] as const) : (["input"] as const);
  return (
    <Stack sx={{ gap: 0.75, minWidth: 0 }}>
      <OfferName offer={offer} onOpen={onOpen} />
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", justifyContent: "space-between" }}>
        <OfferOwner offer={offer} />
        <Typography variant="body2" sx={{ color: "text.secondary", flexShrink: 0 }}>
          {(offer.facts?.context_length ?? 0) > 0 && t("contextOf", { tokens: contextText(offer) })}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ columnGap: 2, rowGap: 0.75, flexWrap: "wrap" }}>
        {sides.map((side) => (
          <Box key={side}>
            <Typography variant="caption" component="div" sx={{ color: "text.secondary" }}>
              {t(byTokens ? `columns.${side}` : "price")}
            </Typography>
            <OfferPrice offer={offer} side={side} ratio={ratio} unit={unit} />
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}

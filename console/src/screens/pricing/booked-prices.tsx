import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { SuggestedPrice } from "@tollgate/contract/price-updates";
import { useTranslation } from "react-i18next";
import { MonoText } from "../../design-system/mono-text/mono-text";
import { termText } from "../../widgets/price-terms/price-text";
import { describePrice } from "../../widgets/price-terms/price-terms";

/** What the price book charges for each of the models. */
export function BookedPrices({ suggestions }: { suggestions: readonly SuggestedPrice[] }) {
  const { t } = useTranslation("price-terms");
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", maxHeight: 360, overflowY: "auto" }}>
      {suggestions.map(({ price, note }) => (
        <Box component="li" key={price.model} sx={{ py: 0.5 }}>
          <Box sx={{ color: "text.primary" }}>
            <MonoText wrap>{price.model}</MonoText>
          </Box>
          <Typography variant="body2">
            {[...describePrice(price).terms.map((term) => termText(t, term)), note]
              .filter(Boolean)
              .join(" · ")}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

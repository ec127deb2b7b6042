import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { PriceTerms } from "@tollgate/contract/cost";
import type { PriceRule } from "@tollgate/contract/price-rules";
import { useTranslation } from "react-i18next";
import { ruleText } from "./rule-text";

/** The rules of a price that applied to a call, a sentence for each; nothing where none did. */
export function AppliedRules({ rules, type }: { rules: readonly PriceRule[]; type: PriceTerms["type"] }) {
  const { t } = useTranslation("price-explanation");
  if (rules.length === 0) return null;
  return (
    <Box component="ul" aria-label={t("rules_applied")} sx={{ m: 0, mb: 1.5, pl: 2.5 }}>
      {rules.map((rule) => {
        const text = ruleText(t, rule, type);
        return (
          <Typography key={text} component="li" variant="body2" sx={{ overflowWrap: "anywhere" }}>
            {text}
          </Typography>
        );
      })}
    </Box>
  );
}

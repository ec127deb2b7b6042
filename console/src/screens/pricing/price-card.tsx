import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Price } from "@tollgate/contract/pricing";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PriceCell } from "../../widgets/price-cells/price-cell";
import { PricedModel } from "./pricing-columns";

/** A price on a phone: the model, and what input and output cost. */
export function PriceCard({ price, onEdit }: { price: Price; onEdit: (price: Price) => void }) {
  const { t } = useTranslation("pricing");
  return (
    <Stack sx={{ gap: 0.75 }}>
      <PricedModel price={price} onEdit={onEdit} />
      <Stack direction="row" sx={{ gap: 4 }}>
        <Side label={t(price.type === "times" ? "field.call" : "columns.input")}>
          <PriceCell type={price.type} multiplier={price.input} align="left" />
        </Side>
        {price.type === "tokens" && (
          <Side label={t("columns.output")}>
            <PriceCell type="tokens" multiplier={price.output} align="left" />
          </Side>
        )}
      </Stack>
    </Stack>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="caption" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      {children}
    </Box>
  );
}

import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Price } from "@tollgate/contract/pricing";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PriceUnit } from "../../widgets/price-cells/unit-choice";
import { InputPrice, OutputPrice } from "./pricing-columns";

/** A price on a phone: what it is for, and what input and output cost. */
export function PriceCard({ price, unit, title }: { price: Price; unit: PriceUnit; title: ReactNode }) {
  const { t } = useTranslation("pricing");
  return (
    <Stack sx={{ gap: 0.75, minWidth: 0 }}>
      {title}
      <Stack direction="row" sx={{ gap: 4 }}>
        <Side label={t(price.type === "times" ? "field.call" : "columns.input")}>
          <InputPrice price={price} unit={unit} align="left" />
        </Side>
        {price.type === "tokens" && (
          <Side label={t("columns.output")}>
            <OutputPrice price={price} unit={unit} align="left" />
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

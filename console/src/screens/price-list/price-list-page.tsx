import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";
import { OfferList } from "./offer-list";

/** What every model costs, for everyone. */
export function PriceListPage() {
  const { t } = useTranslation("price-list");
  return (
    <Box sx={{ width: "100%", maxWidth: 1240, mx: "auto", px: { xs: 2, sm: 3 }, py: { xs: 3, sm: 5 } }}>
      <OfferList title={t("title")} lead={t("lead")} />
    </Box>
  );
}

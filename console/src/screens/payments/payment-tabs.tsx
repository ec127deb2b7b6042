import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

export type PaymentView = "gateways" | "orders";

/** Which tab is open, from the address. */
export function usePaymentView(): PaymentView {
  const [search] = useSearchParams();
  return search.get("view") === "orders" ? "orders" : "gateways";
}

/** Gateways and orders; each tab has an address. */
export function PaymentTabs() {
  const { t } = useTranslation("payments");
  const [, setSearch] = useSearchParams();
  return (
    <Tabs
      value={usePaymentView()}
      onChange={(_event, next: PaymentView) => setSearch(next === "orders" ? { view: "orders" } : {})}
      aria-label={t("view.label")}
      sx={{ mb: 2, borderBottom: 1, borderColor: "divider" }}
    >
      <Tab value="gateways" label={t("view.gateways")} />
      <Tab value="orders" label={t("view.orders")} />
    </Tabs>
  );
}

import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useHasAccess } from "../../lib/session/session";

export type TokenView = "mine" | "all";

/** Whose tokens are listed, from the address. Only administrators see those of others. */
export function useTokenView(): TokenView {
  const [search] = useSearchParams();
  const isAdmin = useHasAccess("admin");
  return isAdmin && search.get("view") === "all" ? "all" : "mine";
}

/** One's own tokens, or those of all users. Nothing for general users. */
export function TokenTabs() {
  const { t } = useTranslation("tokens");
  const [, setSearch] = useSearchParams();
  const isAdmin = useHasAccess("admin");
  const view = useTokenView();
  if (!isAdmin) return null;
  return (
    <Tabs
      value={view}
      onChange={(_event, next: TokenView) => setSearch(next === "all" ? { view: "all" } : {})}
      aria-label={t("view.label")}
      sx={{ mb: 2, borderBottom: 1, borderColor: "divider" }}
    >
      <Tab value="mine" label={t("view.mine")} />
      <Tab value="all" label={t("view.all")} />
    </Tabs>
  );
}

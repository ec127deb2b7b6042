import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

export type NoticeView = "channels" | "history";

/** Which tab is open, from the address. */
export function useNoticeView(): NoticeView {
  const [search] = useSearchParams();
  return search.get("view") === "history" ? "history" : "channels";
}

/** Channels and history; each tab has an address. */
export function NoticeTabs() {
  const { t } = useTranslation("notices");
  const [, setSearch] = useSearchParams();
  return (
    <Tabs
      value={useNoticeView()}
      onChange={(_event, next: NoticeView) => setSearch(next === "history" ? { view: "history" } : {})}
      aria-label={t("view.label")}
      sx={{ mb: 2, borderBottom: 1, borderColor: "divider" }}
    >
      <Tab value="channels" label={t("view.channels")} />
      <Tab value="history" label={t("view.history")} />
    </Tabs>
  );
}

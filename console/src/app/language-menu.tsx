import TranslateIcon from "@mui/icons-material/Translate";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

// Menu code is fetched when the first menu opens.
const LanguageMenuList = lazy(() =>
  import("./language-menu-list").then((module) => ({ default: module.LanguageMenuList })),
);

/** Chinese or English. */
export function LanguageMenu() {
  const { t } = useTranslation("shell");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        title={t("language")}
        aria-label={t("language")}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: "text.secondary" }}
      >
        <TranslateIcon sx={{ fontSize: 20 }} />
      </IconButton>
      <Suspense fallback={null}>
        {anchor && <LanguageMenuList anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}

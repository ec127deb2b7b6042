import TranslateIcon from "@mui/icons-material/Translate";
import IconButton from "@mui/material/IconButton";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../design-system/lazy-part/lazy-part";

// Menu code is fetched when the first menu opens.
const LanguageMenuList = lazyPart(async () => (await import("./language-menu-list")).LanguageMenuList);

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

import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";

/** First focusable element: skips bars and menus. */
export function SkipLink() {
  const { t } = useTranslation("shell");
  return (
    <Box
      component="a"
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
      sx={{
        position: "fixed",
        left: 12,
        top: 12,
        zIndex: "tooltip",
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: "primary.main",
        color: "primary.contrastText",
        transform: "translateY(-80px)",
        "&:focus": { transform: "none" },
      }}
    >
      {t("skipToContent")}
    </Box>
  );
}

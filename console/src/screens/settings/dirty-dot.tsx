import Box from "@mui/material/Box";
import { useTranslation } from "react-i18next";

/** Marks unsaved changes. */
export function DirtyDot() {
  const { t } = useTranslation("settings");
  return (
    <Box
      component="span"
      role="img"
      aria-label={t("dirty")}
      sx={{ width: 8, height: 8, borderRadius: "50%", bgcolor: "warning.main", flexShrink: 0 }}
    />
  );
}

import DarkModeOutlinedIcon from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlinedIcon from "@mui/icons-material/LightModeOutlined";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { toggleThemeMode, useThemeMode } from "../lib/theme-mode/theme-mode";

/** Light or dark. */
export function ThemeToggle() {
  const { t } = useTranslation("shell");
  const dark = useThemeMode() === "dark";
  const label = dark ? t("toLight") : t("toDark");
  return (
    <IconButton title={label} aria-label={label} onClick={toggleThemeMode} sx={{ color: "text.secondary" }}>
      {dark ? (
        <LightModeOutlinedIcon sx={{ fontSize: 20 }} />
      ) : (
        <DarkModeOutlinedIcon sx={{ fontSize: 20 }} />
      )}
    </IconButton>
  );
}

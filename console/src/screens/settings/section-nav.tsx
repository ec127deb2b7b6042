import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { SettingSection } from "@tollgate/contract/setting-definition";
import { useTranslation } from "react-i18next";
import { DirtyDot } from "./dirty-dot";

interface SectionNavProps {
  sections: readonly SettingSection[];
  dirty: ReadonlySet<SettingSection>;
  onChoose: (section: SettingSection) => void;
}

/** The sections of a tab, beside them on wide windows; each scrolls to its card. */
export function SectionNav({ sections, dirty, onChoose }: SectionNavProps) {
  const { t } = useTranslation("settings");
  return (
    <Box
      component="nav"
      aria-label={t("nav")}
      sx={{
        display: { xs: "none", lg: "block" },
        width: 208,
        flexShrink: 0,
        alignSelf: "flex-start",
        position: "sticky",
        top: "calc(var(--banner-height, 0px) + var(--header-height, 64px) + 72px)",
      }}
    >
      <List dense disablePadding>
        {sections.map((section) => (
          <ListItem key={section} disablePadding>
            <ListItemButton
              onClick={() => onChoose(section)}
              sx={{ borderRadius: 1, minHeight: 34, color: "text.secondary", gap: 1 }}
            >
              {t(`sections.${section}.title`)}
              {dirty.has(section) && <DirtyDot />}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

/** The same for narrow windows: one field instead of a column. */
export function SectionSelect({ sections, onChoose }: Omit<SectionNavProps, "dirty">) {
  const { t } = useTranslation("settings");
  return (
    <TextField
      select
      size="small"
      label={t("nav")}
      value=""
      onChange={(event) => onChoose(event.target.value as SettingSection)}
      sx={{ display: { lg: "none" }, mb: 2 }}
    >
      {sections.map((section) => (
        <MenuItem key={section} value={section}>
          {t(`sections.${section}.title`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { useTranslation } from "react-i18next";
import { Kbd } from "../../../design-system/kbd/kbd";
import { paletteKeyLabel } from "./use-palette-key";

/** Opens the command palette; a field to look at on wide screens, a sign on narrow ones. */
export function PaletteButton(props: { onOpen: () => void }) {
  const { t } = useTranslation("shell");
  return (
    <ButtonBase
      onClick={props.onOpen}
      aria-keyshortcuts="Control+K Meta+K"
      sx={{
        gap: 1,
        height: 36,
        px: { xs: 1, lg: 1.25 },
        borderRadius: 1,
        color: "text.secondary",
        border: { lg: 1 },
        borderColor: { lg: "divider" },
        bgcolor: { lg: "background.default" },
        "&:hover": { bgcolor: "action.hover" },
      }}
    >
      <SearchIcon sx={{ fontSize: 20 }} />
      <Box
        component="span"
        sx={(theme) => ({
          fontSize: 13,
          // A name for the button also where there is no room for it.
          [theme.breakpoints.down("lg")]: {
            position: "absolute",
            width: "1px",
            height: 1,
            overflow: "hidden",
            clipPath: "inset(50%)",
          },
        })}
      >
        {t("palette.open")}
      </Box>
      <Box aria-hidden component="span" sx={{ display: { xs: "none", lg: "inline" }, ml: 2 }}>
        <Kbd>{paletteKeyLabel()}</Kbd>
      </Box>
    </ButtonBase>
  );
}

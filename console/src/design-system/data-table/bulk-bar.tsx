import CloseIcon from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { screenOnly } from "../theme/print-rules";
import { stickyHead } from "./sticky-parts";

/** Replaces the toolbar while rows are selected: their number and the bulk actions. */
export function BulkBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  const texts = useDesignTexts();
  return (
    <Stack
      direction="row"
      role="toolbar"
      className={screenOnly}
      aria-label={texts.selected(props.count)}
      sx={{
        alignItems: "center",
        columnGap: 1,
        px: { xs: 1, sm: 1.5 },
        py: { xs: 1, sm: 0 },
        minHeight: 56,
        flexWrap: "wrap",
        // In reach while cards scroll; in a table the head sticks instead.
        position: { xs: "sticky", sm: "static" },
        top: stickyHead.top,
        zIndex: 3,
        bgcolor: "background.paper",
        backgroundImage: ({ palette: { action } }) =>
          `linear-gradient(${action.selected}, ${action.selected})`,
        "& > .MuiButton-root": { minWidth: 0 },
      }}
    >
      <IconButton size="small" aria-label={texts.clearSelection} onClick={props.onClear}>
        <CloseIcon fontSize="small" />
      </IconButton>
      {/* On phones the number and the buttons are on separate lines. */}
      <Typography variant="subtitle2" sx={{ mr: 1, flex: { xs: "1 0 70%", sm: "none" } }}>
        {texts.selected(props.count)}
      </Typography>
      {props.children}
    </Stack>
  );
}

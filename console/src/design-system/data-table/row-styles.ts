import { alpha, type CSSObject, type Theme } from "@mui/material/styles";
import { tokens } from "../theme/tokens";

/** Maximum width of a text column in a wide table, pixels. */
const widestText = 420;

/**
 * Rows and cells of the list as the library's table draws them. A list has hundreds of cells: one rule for all of them takes a fraction of
 * the time of a styled component for each.
 */
export function rowStyles({ palette, typography }: Theme): CSSObject {
  const { hover, selectedOpacity, hoverOpacity } = palette.action;
  return {
    "& > tr": {
      verticalAlign: "middle",
      "&:hover": { backgroundColor: hover },
      "&.selected": { backgroundColor: alpha(palette.primary.main, selectedOpacity) },
      "&.selected:hover": { backgroundColor: alpha(palette.primary.main, selectedOpacity + hoverOpacity) },
      "&.opens": { cursor: "pointer" },
    },
    "& > tr > td": {
      ...typography.body2,
      color: palette.text.primary,
      textAlign: "left",
      verticalAlign: "inherit",
      height: tokens.rowHeight,
      padding: "6px 10px",
      borderBottom: `1px solid ${palette.divider}`,
      "&:first-of-type": { paddingLeft: "20px" },
      "&:last-of-type": { paddingRight: "16px" },
      "&.numeric": { textAlign: "right", whiteSpace: "nowrap" },
      "&.cuttable": { maxWidth: widestText },
      "&.check": { width: 44, padding: "0 0 0 12px" },
      "&.actions": { textAlign: "right", whiteSpace: "nowrap", width: "1px" },
    },
    "& > tr:last-of-type > td": { borderBottom: 0 },
    // Prefers its text's width but can shrink to zero, so that the table distributes its width by need.
    "& > tr > .cuttable > div": { display: "grid", gridTemplateColumns: "minmax(0, auto)" },
    "& > tr > .cuttable > div > div": {
      minWidth: 0,
      // Room for the focus ring inside the clipped area.
      margin: "-4px",
      padding: "4px",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
    },
  };
}

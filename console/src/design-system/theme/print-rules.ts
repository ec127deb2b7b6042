import type { CSSObject, Theme } from "@mui/material/styles";

/** Class of what serves only on a screen, such as a list's filters. */
export const screenOnly = "screen-only";
/** Class of what replaces it on paper. */
export const paperOnly = "paper-only";

/** What acts but says nothing. */
const controls = [
  screenOnly,
  "MuiButton-root",
  "MuiIconButton-root",
  "MuiToggleButtonGroup-root",
  "light-icon-button",
];

/** On paper: the content of the page, without the console around it and without its controls. */
export function printRules({ palette }: Theme): CSSObject {
  return {
    [`.${paperOnly}`]: { display: "none" },
    "@media print": {
      "body:has(main) #root *:not(:has(main)):not(main, main *), .notifications, .MuiModal-root:not(.receipt)":
        {
          display: "none !important",
        },
      [controls.map((name) => `main .${name}`).join()]: { display: "none !important" },
      [`.${paperOnly}`]: { display: "block" },
      body: { backgroundColor: palette.background.paper },
      main: { margin: "0 !important", padding: "0 !important" },
      // The colors of charts and states, which browsers otherwise leave out.
      "main *": { printColorAdjust: "exact" },
      // Of tabs, only the name of what is shown.
      "main .MuiTab-root:not(.Mui-selected), main .MuiTabs-indicator": { display: "none" },
      "main :is(th, td).check, main :is(th, td).actions": { display: "none" },
      // Paper is narrower than the window, and has no place to stick to.
      "main .MuiPaper-root, main .MuiTableContainer-root": { overflow: "visible !important" },
      "main .MuiTableCell-head": { position: "static !important" },
      // The grid around a chart would be as wide as the chart.
      "main :has(> .MuiChartsSurface-root)": { display: "block" },
      "main .MuiChartsSurface-root": { maxWidth: "100%" },
      "main :is(tr, li, .MuiCard-root)": { breakInside: "avoid" },
      "main :is(h1, h2, h3)": { breakAfter: "avoid" },
    },
  };
}

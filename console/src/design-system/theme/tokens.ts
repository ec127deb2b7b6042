/** Layout sizes in pixels, on a grid of four. */
export const tokens = {
  radius: { surface: 12, control: 8, small: 6 },
  drawerWidth: 260,
  headerHeight: 64,
  contentWidth: 1400,
  rowHeight: 46,
  logoHeight: 50,
  sidePanelWidth: 600,
} as const;

/** Phones: mobile layout at width 600 or below. */
export const phoneQuery = "@media (max-width:600px)";

/** Text of ids, keys and code. The face is loaded with the first page that shows such a text. */
export const monoFont = '"Roboto Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

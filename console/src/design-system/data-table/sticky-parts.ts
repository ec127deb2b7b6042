import type { Theme } from "@mui/material/styles";

/** Below the page's own bars, whose heights the shell gives. A line drawn by a border would scroll away from under it. */
export const stickyHead = {
  position: "sticky",
  top: "calc(var(--banner-height, 0px) + var(--header-height, 0px))",
  zIndex: 2,
  borderBottom: 0,
  boxShadow: (theme: Theme) => `inset 0 -1px 0 ${theme.palette.divider}`,
} as const;

/** The buttons of a row stay in reach while its facts scroll sideways. */
export const stickyActions = {
  position: "sticky",
  right: 0,
  bgcolor: "background.paper",
  boxShadow: (theme: Theme) => `inset 1px 0 0 ${theme.palette.divider}`,
} as const;

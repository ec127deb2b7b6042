import type { ThemeOptions } from "@mui/material/styles";
import { tokens } from "../tokens";

/** Things in rows: tables, menus, tabs. */
export const lists: NonNullable<ThemeOptions["components"]> = {
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderBottom: `1px solid ${theme.palette.divider}`,
        padding: "6px 10px",
        fontSize: 13,
        lineHeight: "20px",
        height: tokens.rowHeight,
        // Extra room between right-aligned figures and the next column's text.
        ".MuiTableCell-alignRight + &.MuiTableCell-alignLeft": { paddingLeft: 28 },
        "&:first-of-type": { paddingLeft: 20 },
        "&:last-of-type": { paddingRight: 16 },
      }),
      head: ({ theme }) => ({
        height: 40,
        fontSize: 12,
        fontWeight: 500,
        lineHeight: "16px",
        whiteSpace: "nowrap",
        color: theme.palette.text.secondary,
        backgroundColor: theme.palette.background.paper,
      }),
      paddingCheckbox: { width: 44, padding: "0 0 0 8px", "&:first-of-type": { paddingLeft: 12 } },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: { root: { "&.Mui-active": { fontWeight: 500 } }, icon: { fontSize: 16 } },
  },
  MuiMenu: { styleOverrides: { list: { padding: 6 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        borderRadius: tokens.radius.small,
        minHeight: 34,
        padding: "6px 10px",
        fontSize: 14,
        "& .MuiListItemIcon-root": { minWidth: 30 },
        "& .MuiSvgIcon-root": { fontSize: 18 },
      },
    },
  },
  MuiListSubheader: { styleOverrides: { root: { lineHeight: "32px", fontSize: 12, fontWeight: 500 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2 } } },
  MuiTab: {
    styleOverrides: {
      root: { minHeight: 40, padding: "8px 4px", marginRight: 20, minWidth: 0, fontSize: 14 },
    },
  },
  MuiAccordion: {
    defaultProps: { disableGutters: true, elevation: 0, square: true },
    styleOverrides: {
      root: ({ theme }) => ({
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: tokens.radius.control,
        "&::before": { display: "none" },
      }),
    },
  },
};

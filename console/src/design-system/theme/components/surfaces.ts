import { alpha, type ThemeOptions } from "@mui/material/styles";
import { lightRules } from "../../light-buttons/light-rules";
import { printRules } from "../print-rules";
import { tokens } from "../tokens";
import { headingTags } from "../typography";

/** Surfaces: pages, cards, dialogs, drawers. Edges are hairlines; only floating surfaces have a shadow. */
export const surfaces: NonNullable<ThemeOptions["components"]> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      ...lightRules(theme),
      ...printRules(theme),
      html: { colorScheme: theme.palette.mode },
      body: {
        fontVariantNumeric: "tabular-nums",
        WebkitFontSmoothing: "antialiased",
        MozOsxFontSmoothing: "grayscale",
        overflowWrap: "break-word",
      },
      // No line begins with a prolonged sound mark; Japanese breaks between words where the browser supports it.
      ":lang(ja), :lang(zh)": { lineBreak: "strict" },
      "html:lang(ja)": { wordBreak: "auto-phrase" },
      "::selection": { backgroundColor: alpha(theme.palette.primary.main, 0.24) },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": {
          animationDuration: "0.01ms !important",
          animationIterationCount: "1 !important",
          // Not a short duration: with one, every element would have a transition of all its properties, and each change of
          // style costs eight times as much.
          transition: "none !important",
        },
      },
    }),
  },
  MuiTypography: { defaultProps: { variantMapping: headingTags } },
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: "none" },
      outlined: { borderRadius: tokens.radius.surface },
    },
  },
  MuiCard: {
    defaultProps: { variant: "outlined" },
    styleOverrides: { root: { borderRadius: tokens.radius.surface } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: tokens.radius.surface,
        border: `1px solid ${theme.palette.divider}`,
      }),
      paperFullScreen: { borderRadius: 0, border: 0 },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { fontSize: 16, lineHeight: "24px", padding: "20px 24px 8px" } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: "8px 24px 16px" } } },
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: { root: { padding: "12px 24px 20px", gap: 8 } },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: { "&:not(.MuiBackdrop-invisible)": { backgroundColor: "rgba(10, 13, 19, 0.45)" } },
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 10,
        border: `1px solid ${theme.palette.divider}`,
      }),
    },
  },
  MuiTooltip: {
    // In dense rows a hint lies over the next row; it must not take that row's clicks.
    defaultProps: { enterDelay: 300, enterNextDelay: 100, disableInteractive: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: 12,
        lineHeight: "16px",
        fontWeight: 400,
        padding: "6px 10px",
        borderRadius: tokens.radius.small,
        backgroundColor: theme.palette.mode === "light" ? "#1C222D" : "#2B323E",
        color: "#F3F5F8",
        maxWidth: 360,
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme, ownerState }) => {
        const tone = theme.palette[ownerState.severity ?? "info"];
        return {
          borderRadius: tokens.radius.control,
          border: `1px solid ${alpha(tone.main, 0.28)}`,
          backgroundColor: tone.light,
          color: theme.palette.text.primary,
          padding: "8px 14px",
          "& .MuiAlert-icon": { color: tone.main, padding: "3px 0", marginRight: 10, fontSize: 20 },
          "& .MuiAlert-message": { padding: "2px 0", lineHeight: "22px" },
        };
      },
    },
  },
  MuiSkeleton: { defaultProps: { animation: "wave" }, styleOverrides: { root: { borderRadius: 6 } } },
  MuiLinearProgress: { styleOverrides: { root: { height: 2, borderRadius: 0 } } },
};

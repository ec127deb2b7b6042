import { alpha, type Theme, type ThemeOptions } from "@mui/material/styles";
import { tokens } from "../tokens";

const ring = (theme: Theme) => ({
  outline: `2px solid ${theme.palette.primary.main}`,
  outlineOffset: 2,
});

/** Buttons and inputs. */
export const controls: NonNullable<ThemeOptions["components"]> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: ({ theme }) => ({ fontFamily: "inherit", "&.Mui-focusVisible": ring(theme) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        borderRadius: tokens.radius.control,
        minHeight: 36,
        padding: "6px 14px",
        lineHeight: "20px",
        whiteSpace: "nowrap",
      },
      sizeSmall: { minHeight: 32, padding: "4px 10px", fontSize: 13 },
      sizeLarge: { minHeight: 44, padding: "10px 20px", fontSize: 15 },
      outlined: ({ theme, ownerState }) =>
        ownerState.color === "primary" || ownerState.color === "inherit"
          ? {
              borderColor: theme.palette.mode === "light" ? "#CFD5DF" : "#39424F",
              color: theme.palette.text.primary,
              backgroundColor: theme.palette.background.paper,
              "&:hover": {
                borderColor: theme.palette.text.disabled,
                backgroundColor: theme.palette.action.hover,
              },
            }
          : {},
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: { borderRadius: tokens.radius.control },
      sizeSmall: { padding: 6 },
    },
  },
  MuiTextField: { defaultProps: { size: "small", fullWidth: true } },
  MuiFormControl: { defaultProps: { size: "small" } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: tokens.radius.control,
        backgroundColor: theme.palette.background.paper,
        "& .MuiOutlinedInput-notchedOutline": {
          // As the label's, for which the outline is open.
          fontSize: 14,
          borderColor: theme.palette.mode === "light" ? "#CFD5DF" : "#39424F",
        },
        "&:hover:not(.Mui-focused):not(.Mui-error):not(.Mui-disabled) .MuiOutlinedInput-notchedOutline": {
          borderColor: theme.palette.text.disabled,
        },
        "&.Mui-focused .MuiOutlinedInput-notchedOutline": { borderWidth: 2 },
        "&.Mui-disabled": { backgroundColor: theme.palette.action.hover },
        "&.MuiInputBase-sizeSmall:not(.MuiInputBase-multiline) .MuiOutlinedInput-input:not(.MuiAutocomplete-input)":
          {
            height: 20,
            paddingTop: 10,
            paddingBottom: 10,
          },
      }),
      input: ({ theme }) => ({
        // Browsers color autofilled fields; this keeps the field's own colors in both modes.
        "&:-webkit-autofill": {
          WebkitBoxShadow: `0 0 0 100px ${theme.palette.background.paper} inset`,
          WebkitTextFillColor: theme.palette.text.primary,
          caretColor: theme.palette.text.primary,
          borderRadius: "inherit",
        },
      }),
    },
  },
  // As tall as a field without a choice.
  MuiAutocomplete: { styleOverrides: { inputRoot: { minHeight: 40 } } },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2, marginTop: 4, lineHeight: "16px" } } },
  MuiInputLabel: {
    styleOverrides: {
      root: { fontSize: 14 },
      sizeSmall: { "&:not(.MuiInputLabel-shrink)": { transform: "translate(14px, 10px)" } },
    },
  },
  MuiSwitch: {
    defaultProps: { size: "small" },
    styleOverrides: {
      root: { width: 34, height: 20, padding: 0, borderRadius: 10, overflow: "visible" },
      sizeSmall: {
        width: 34,
        height: 20,
        padding: 0,
        "& .MuiSwitch-switchBase": { padding: 2 },
        "& .MuiSwitch-thumb": { width: 16, height: 16 },
      },
      switchBase: ({ theme }) => ({
        padding: 2,
        "&.Mui-checked": {
          transform: "translateX(14px)",
          color: theme.palette.mode === "light" ? "#fff" : theme.palette.primary.contrastText,
          "& + .MuiSwitch-track": { backgroundColor: theme.palette.primary.main, opacity: 1 },
        },
        "&.Mui-disabled + .MuiSwitch-track": { opacity: 0.4 },
        "&.Mui-focusVisible + .MuiSwitch-track": ring(theme),
      }),
      thumb: { width: 16, height: 16, boxShadow: "0 1px 2px rgba(0,0,0,.3)" },
      track: ({ theme }) => ({
        borderRadius: 10,
        opacity: 1,
        backgroundColor: theme.palette.mode === "light" ? "#8993A3" : "#566070",
      }),
    },
  },
  MuiCheckbox: {
    defaultProps: { size: "small" },
    // The ring lies inside, where no neighboring cell covers it.
    styleOverrides: { root: { padding: 6, "&.Mui-focusVisible": { outlineOffset: -3 } } },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: tokens.radius.control,
        padding: "4px 12px",
        color: theme.palette.text.secondary,
        "&.Mui-selected, &.Mui-selected:hover": {
          color: theme.palette.primary.main,
          backgroundColor: theme.palette.action.selected,
        },
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: tokens.radius.small, fontSize: 13, height: 26 },
      sizeSmall: { height: 22, fontSize: 12 },
      outlined: ({ theme }) => ({ borderColor: theme.palette.divider }),
      deletable: ({ theme }) => ({
        "&:focus-visible": { backgroundColor: alpha(theme.palette.primary.main, 0.16) },
      }),
    },
  },
  MuiLink: { defaultProps: { underline: "hover" } },
};

import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { CopyButton } from "../../design-system/copy-button/copy-button";
import { useMonoFont } from "../../design-system/mono-text/use-mono-font";
import { monoFont } from "../../design-system/theme/tokens";

interface KeyRevealProps {
  /** The secret in full. */
  secret: string;
  /** What it is, for screen readers. */
  label: string;
  copyLabel: string;
}

/** A key shown once: large, whole, one click to copy, one click to select. */
export function KeyReveal({ secret, label, copyLabel }: KeyRevealProps) {
  useMonoFont();
  return (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      sx={{
        alignItems: { sm: "center" },
        gap: 1.5,
        p: 2,
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
        backgroundColor: "background.default",
      }}
    >
      <Box
        component="output"
        aria-label={label}
        sx={{
          flex: 1,
          minWidth: 0,
          fontFamily: monoFont,
          fontSize: 15,
          lineHeight: "24px",
          wordBreak: "break-all",
          userSelect: "all",
        }}
      >
        {secret}
      </Box>
      <CopyButton text={secret} caption={copyLabel} variant="contained" />
    </Stack>
  );
}

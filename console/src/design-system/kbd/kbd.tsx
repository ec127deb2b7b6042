import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** A key of the keyboard. */
export function Kbd(props: { children: ReactNode }) {
  return (
    <Box
      component="kbd"
      sx={{
        display: "inline-block",
        minWidth: 20,
        px: 0.5,
        borderRadius: "5px",
        border: 1,
        borderColor: "divider",
        bgcolor: "background.default",
        color: "text.secondary",
        fontFamily: "inherit",
        fontSize: 11,
        lineHeight: "18px",
        textAlign: "center",
        whiteSpace: "nowrap",
      }}
    >
      {props.children}
    </Box>
  );
}

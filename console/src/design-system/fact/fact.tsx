import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface FactProps {
  name: ReactNode;
  /** Over the whole width of a grid. */
  wide?: boolean;
  children: ReactNode;
}

/** A name above its value, one of several in a `dl`. */
export function Fact({ name, wide = false, children }: FactProps) {
  return (
    <Box sx={{ minWidth: 0, ...(wide && { gridColumn: "1 / -1" }) }}>
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
        {children}
      </Typography>
    </Box>
  );
}

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** One fact of a row; left out when there is nothing to say. */
export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts as a list of names and values, in two columns; `long` ones get a line each on phones. */
export function LogFacts({ facts, long = false }: { facts: (Fact | false)[]; long?: boolean }) {
  const shown = facts.filter((fact): fact is Fact => Boolean(fact));
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: {
          xs: long ? "minmax(0, 1fr)" : "repeat(2, minmax(0, 1fr))",
          sm: "repeat(2, minmax(0, 1fr))",
        },
        columnGap: 3,
        rowGap: 1.5,
      }}
    >
      {shown.map(({ label, value }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
            {label}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

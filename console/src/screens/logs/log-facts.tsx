import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { Fact } from "../../design-system/fact/fact";

/** One fact of a row; left out when there is nothing to say. */
export interface LogFact {
  label: string;
  value: ReactNode;
}

/** Facts as a list of names and values, in two columns; `long` ones get a line each on phones. */
export function LogFacts({ facts, long = false }: { facts: (LogFact | false)[]; long?: boolean }) {
  const shown = facts.filter((fact): fact is LogFact => Boolean(fact));
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
        <Fact key={label} name={label}>
          {value}
        </Fact>
      ))}
    </Box>
  );
}

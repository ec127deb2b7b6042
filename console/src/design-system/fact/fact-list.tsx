import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { Fact } from "./fact";

/** One fact of a thing. */
export interface ListedFact {
  label: string;
  value: ReactNode;
}

/** Facts as a list of names and values, in two columns, those that are false left out; `long` ones get a line each on phones. */
export function FactList({ facts, long = false }: { facts: (ListedFact | false)[]; long?: boolean }) {
  const shown = facts.filter((fact): fact is ListedFact => Boolean(fact));
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

import Box from "@mui/material/Box";
import type { ReactNode } from "react";

interface StatementTableProps {
  label: string;
  /** Headings; a table without them has rows of a label and an amount. */
  head?: { label: string; numeric?: boolean; wide?: boolean }[];
  rows: { key: string; cells: ReactNode[]; strong?: boolean }[];
  /** Columns that are left out on phones, by index; paper has room. */
  wideColumns?: readonly number[];
}

/** A table as it is printed: hairlines, amounts at the right. */
export function StatementTable({ label, head, rows, wideColumns = [] }: StatementTableProps) {
  const cellStyle = (index: number, count: number) => ({
    py: 0.875,
    pl: index === 0 ? 0 : 2,
    textAlign: index === count - 1 || head?.[index]?.numeric ? ("right" as const) : ("left" as const),
    verticalAlign: "top",
    overflowWrap: "anywhere",
    ...(wideColumns.includes(index) && { display: { xs: "none", sm: "table-cell" } }),
  });
  return (
    <Box
      component="table"
      aria-label={label}
      sx={{ width: "100%", borderCollapse: "collapse", fontSize: 13, lineHeight: "20px" }}
    >
      {head && (
        <thead>
          <tr>
            {head.map((column, index) => (
              <Box
                component="th"
                scope="col"
                key={column.label}
                sx={{
                  ...cellStyle(index, head.length),
                  color: "text.secondary",
                  fontWeight: 500,
                  whiteSpace: "nowrap",
                  overflowWrap: "normal",
                }}
              >
                {column.label}
              </Box>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <Box
            component="tr"
            key={row.key}
            sx={{ borderTop: 1, borderColor: "divider", ...(row.strong && { fontWeight: 600 }) }}
          >
            {row.cells.map((cell, index) => (
              <Box
                component={index === 0 && !head ? "th" : "td"}
                {...(index === 0 && !head && { scope: "row" })}
                key={index}
                sx={{ ...cellStyle(index, row.cells.length), fontWeight: "inherit" }}
              >
                {cell}
              </Box>
            ))}
          </Box>
        ))}
      </tbody>
    </Box>
  );
}

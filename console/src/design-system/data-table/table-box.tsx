import TableContainer from "@mui/material/TableContainer";
import type { ReactNode } from "react";
import { useFitting } from "./fitting-columns";
import { stickyActions, stickyHead } from "./sticky-parts";

/** Holds the table: scrolls one that is too wide sideways, and hides the columns that have no room. */
export function TableBox(props: { hasActions: boolean; children: ReactNode }) {
  const { boxRef, left, overflows } = useFitting();
  return (
    <TableContainer
      ref={boxRef}
      sx={[
        {
          // Contains visually hidden elements, which would otherwise widen the page.
          position: "relative",
          borderTop: 1,
          borderColor: "divider",
          overflowX: overflows ? "auto" : "visible",
          ...(!overflows && { "& .MuiTableCell-head": stickyHead }),
          ...(overflows && props.hasActions && { "& td:last-of-type, & th:last-of-type": stickyActions }),
        },
        // By a rule: the rows need not be rendered once more without these columns.
        ...[...left].map((id) => ({ [`& [data-column="${id}"]`]: { display: "none" } })),
      ]}
    >
      {props.children}
    </TableContainer>
  );
}

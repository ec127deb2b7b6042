import type { CSSObject } from "@mui/material/styles";
import TableContainer from "@mui/material/TableContainer";
import type { Column } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useFitting } from "./fitting-columns";
import { stickyActions, stickyHead } from "./sticky-parts";

interface TableBoxProps<Row> {
  columns: Column<Row>[];
  selectable: boolean;
  hasActions: boolean;
  children: ReactNode;
}

/** Holds the table: scrolls one that is too wide sideways, and hides the columns that have no room. */
export function TableBox<Row>(props: TableBoxProps<Row>) {
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
        columnRules(props, left),
      ]}
    >
      {props.children}
    </TableContainer>
  );
}

/** Rules for the cells of each column: the rows need not be rendered once more when some have no room. */
function columnRules<Row>(props: TableBoxProps<Row>, left: ReadonlySet<string>): CSSObject {
  const rules: CSSObject = {};
  for (const id of left) rules[`& td[data-column="${id}"]`] = { display: "none" };
  const shown = props.columns.filter(({ id }) => !left.has(id));
  for (const [index, { id, columnDef }] of shown.entries()) {
    const isNumeric = columnDef.meta?.numeric ?? false;
    const followsFigures = shown[index - 1]?.columnDef.meta?.numeric ?? false;
    const isFirst = index === 0 && !props.selectable;
    const isLast = index === shown.length - 1 && !props.hasActions;
    rules[`& td[data-column="${id}"]`] = {
      // Extra room between right-aligned figures and the next column's text.
      ...(!isNumeric && followsFigures && { paddingLeft: "28px" }),
      ...(isFirst && { paddingLeft: "20px" }),
      ...(isLast && { paddingRight: "16px" }),
    };
  }
  return rules;
}

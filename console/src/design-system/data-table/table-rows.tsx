import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import { flexRender, type Table } from "@tanstack/react-table";
import type { MouseEvent, ReactNode } from "react";
import { useDesignTexts } from "../texts/design-texts";
import type { RowAction } from "./row-action";
import { RowActions } from "./row-actions";

interface TableRowsProps<Row> {
  table: Table<Row>;
  selectable: boolean;
  rowActions?: ((row: Row) => RowAction[]) | undefined;
  rowLabel?: ((row: Row) => string) | undefined;
  onRowClick?: ((row: Row) => void) | undefined;
}

/** A click on a button, link or switch inside a row is not a click on the row. */
function onControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a,button,input,label,[role=menu]") !== null;
}

/** The rows of a table on wide screens. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const texts = useDesignTexts();
  const { onRowClick } = props;
  return props.table.getRowModel().rows.map((row) => (
    <TableRow
      key={row.id}
      hover
      selected={row.getIsSelected()}
      onClick={onRowClick && ((event: MouseEvent) => !onControl(event) && onRowClick(row.original))}
      sx={{ cursor: onRowClick ? "pointer" : "auto", "&:last-of-type td": { borderBottom: 0 } }}
    >
      {props.selectable && (
        <TableCell padding="checkbox">
          {row.getCanSelect() && (
            <Checkbox
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
              slotProps={{
                input: {
                  "aria-label": [texts.selectRow, props.rowLabel?.(row.original)].filter(Boolean).join(" "),
                },
              }}
            />
          )}
        </TableCell>
      )}
      {row.getVisibleCells().map((cell) => {
        const { meta } = cell.column.columnDef;
        return (
          <TableCell
            key={cell.id}
            align={meta?.numeric ? "right" : "left"}
            style={{
              ...(meta?.numeric && { whiteSpace: "nowrap" }),
              ...(meta?.minWidth && { minWidth: meta.minWidth, maxWidth: widestText }),
            }}
          >
            {meta?.minWidth ? (
              <Cuttable>{flexRender(cell.column.columnDef.cell, cell.getContext())}</Cuttable>
            ) : (
              flexRender(cell.column.columnDef.cell, cell.getContext())
            )}
          </TableCell>
        );
      })}
      {props.rowActions && (
        <TableCell align="right" sx={{ whiteSpace: "nowrap", width: "1px" }}>
          <RowActions actions={props.rowActions(row.original)} />
        </TableCell>
      )}
    </TableRow>
  ));
}

/** Maximum width of a text column in a wide table, pixels. */
const widestText = 420;

/** Prefers its text's width but can shrink to zero, so that the table distributes its width by need. */
function Cuttable(props: { children: ReactNode }) {
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, auto)" }}>
      <Box
        sx={{
          minWidth: 0,
          // Room for the focus ring inside the clipped area.
          m: -0.5,
          p: 0.5,
          overflow: "hidden",
          textOverflow: "ellipsis",
          whiteSpace: "nowrap",
        }}
      >
        {props.children}
      </Box>
    </Box>
  );
}

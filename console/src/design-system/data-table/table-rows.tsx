import Checkbox from "@mui/material/Checkbox";
import Skeleton from "@mui/material/Skeleton";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import { flexRender, type Table } from "@tanstack/react-table";
import type { MouseEvent } from "react";
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
          <Checkbox
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
            slotProps={{
              input: {
                "aria-label": [texts.selectRow, props.rowLabel?.(row.original)].filter(Boolean).join(" "),
              },
            }}
          />
        </TableCell>
      )}
      {row.getVisibleCells().map((cell) => {
        const { meta } = cell.column.columnDef;
        return (
          <TableCell
            key={cell.id}
            align={meta?.numeric ? "right" : "left"}
            sx={
              meta?.maxWidth
                ? {
                    maxWidth: meta.maxWidth,
                    overflow: "hidden",
                    textOverflow: "ellipsis",
                    whiteSpace: "nowrap",
                  }
                : {}
            }
          >
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
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

/** Rows of the first load, of unequal length so that they read as text to come. */
export function SkeletonRows(props: {
  rows: number;
  /** Per column: right aligned or not. */
  numeric: boolean[];
}) {
  const widths = ["70%", "45%", "85%", "55%", "60%"];
  return Array.from({ length: props.rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else to be told apart by
    <TableRow key={row} aria-hidden>
      {props.numeric.map((numeric, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <TableCell key={column}>
          <Skeleton
            width={widths[(row + column) % widths.length] ?? "60%"}
            height={18}
            sx={{ ml: numeric ? "auto" : 0 }}
          />
        </TableCell>
      ))}
    </TableRow>
  ));
}

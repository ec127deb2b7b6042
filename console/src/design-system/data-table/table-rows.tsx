import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import { type Column, flexRender, type Row as ListRow, type Table } from "@tanstack/react-table";
import { memo, type MouseEvent, type ReactNode } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { useMinute } from "../time-text/use-minute";
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
  const visibleColumns = props.table.getVisibleLeafColumns();
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
      <RowCells row={row} columns={visibleColumns} />
      {props.rowActions && (
        <TableCell align="right" sx={{ whiteSpace: "nowrap", width: "1px" }}>
          <RowActions actions={props.rowActions(row.original)} />
        </TableCell>
      )}
    </TableRow>
  ));
}

interface RowCellsProps<Row> {
  row: ListRow<Row>;
  /** The visible ones. A column's cells depend on nothing but their row, contexts and the minute. */
  columns: Column<Row, unknown>[];
}

/** The cells take nearly all of the time of a row; a selection or a refetch without a change leaves them as they are. */
const RowCells = memo(function RowCells<Row>({ row, columns }: RowCellsProps<Row>) {
  useMinute();
  const cells = row.getAllCells().filter(({ column }) => columns.includes(column));
  return cells.map((cell) => {
    const { meta, cell: content } = cell.column.columnDef;
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
          <Cuttable>{flexRender(content, cell.getContext())}</Cuttable>
        ) : (
          flexRender(content, cell.getContext())
        )}
      </TableCell>
    );
  });
}) as <Row>(props: RowCellsProps<Row>) => ReactNode;

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

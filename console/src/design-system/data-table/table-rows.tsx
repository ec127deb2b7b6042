import Checkbox from "@mui/material/Checkbox";
import { type Column, flexRender, type Row as ListRow, type Table } from "@tanstack/react-table";
import { memo, type MouseEvent, type ReactNode, useDeferredValue } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { tokens } from "../theme/tokens";
import { useMinute } from "../time-text/use-minute";
import { useFitting } from "./fitting-columns";
import { KnownWidths } from "./known-widths";
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

function classes(...names: (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}

/** Pixels that the bar, a page's heading and a table's head take at least. */
const aboveRows = 200;

/**
 * The rows of a table on wide screens. Of rows that were shown before, those in view come first, in columns of the same widths, and the
 * others right after them.
 */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { knownContents } = useFitting();
  const complete = useDeferredValue(true, knownContents === undefined);
  const { rows } = props.table.getRowModel();
  const inView = Math.max(1, Math.ceil((window.innerHeight - aboveRows) / tokens.rowHeight));
  return (
    <>
      <RowList {...props} rows={complete ? rows : rows.slice(0, inView)} />
      {!complete && knownContents && rows.length > inView && (
        <KnownWidths
          contents={knownContents}
          columns={props.table.getVisibleLeafColumns()}
          selectable={props.selectable}
          hasActions={props.rowActions !== undefined}
        />
      )}
    </>
  );
}

interface RowListProps<Row> extends TableRowsProps<Row> {
  rows: ListRow<Row>[];
}

function RowList<Row>(props: RowListProps<Row>) {
  const texts = useDesignTexts();
  const { onRowClick } = props;
  const visibleColumns = props.table.getVisibleLeafColumns();
  return props.rows.map((row) => (
    <tr
      key={row.id}
      className={classes(row.getIsSelected() && "selected", onRowClick && "opens")}
      onClick={onRowClick && ((event: MouseEvent) => !onControl(event) && onRowClick(row.original))}
    >
      {props.selectable && (
        <td className="check">
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
        </td>
      )}
      <RowCells row={row} columns={visibleColumns} />
      {props.rowActions && (
        <td className="actions">
          <RowActions actions={props.rowActions(row.original)} />
        </td>
      )}
    </tr>
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
      <td
        key={cell.id}
        data-column={cell.column.id}
        className={classes(meta?.numeric && "numeric", meta?.minWidth !== undefined && "cuttable")}
        style={meta?.minWidth === undefined ? undefined : { minWidth: meta.minWidth }}
      >
        {meta?.minWidth === undefined ? (
          flexRender(content, cell.getContext())
        ) : (
          <div>
            <div>{flexRender(content, cell.getContext())}</div>
          </div>
        )}
      </td>
    );
  });
}) as <Row>(props: RowCellsProps<Row>) => ReactNode;

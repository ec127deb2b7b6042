import type { ColumnDef, RowData } from "@tanstack/react-table";

declare module "@tanstack/react-table" {
  // The names of the type parameters are the library's.
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Right aligned, tabular figures. */
    numeric?: boolean;
    /** Name in the columns menu where the header is not plain text. */
    label?: string;
    /** Pixels; without it the browser decides. */
    width?: number;
    /** Not shown until chosen in the columns menu. */
    hiddenAtFirst?: boolean;
    /** Usual width of the content in pixels, where the header is narrower: until rows come, the column has it. */
    content?: number;
    /** Minimum width in pixels: in a narrow table the text is truncated with an ellipsis. */
    minWidth?: number;
    /** Priority for hiding in a narrow table, lowest first; without it the column stays. */
    leaves?: number;
  }
}

/**
 * A column of a data table: TanStack's, with `meta` above. `id` (or `accessorKey`) is also the field the server sorts by;
 * a column sorts only with `enableSorting: true`. `enableHiding: false` keeps it out of the columns menu.
 */
export type DataColumn<Row> = ColumnDef<Row>;

/** What the columns menu calls a column. */
export function columnLabel<Row>(column: { id: string; columnDef: ColumnDef<Row> }): string {
  const { meta, header } = column.columnDef;
  return meta?.label ?? (typeof header === "string" ? header : column.id);
}

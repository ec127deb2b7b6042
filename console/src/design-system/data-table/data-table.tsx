import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import { getCoreRowModel, type RowSelectionState, useReactTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { ErrorState } from "../error-state/error-state";
import { useLasting } from "../lasting/use-lasting";
import { useDesignTexts } from "../texts/design-texts";
import { usePhone } from "../theme/use-phone";
import { BulkBar } from "./bulk-bar";
import { CardRows, SkeletonCards } from "./card-rows";
import { useColumnVisibility } from "./column-visibility";
import { ColumnsMenu } from "./columns-menu";
import type { DataColumn } from "./data-column";
import type { ListControl } from "./list-control";
import type { RowAction } from "./row-action";
import { TableHead } from "./table-head";
import { TablePager } from "./table-pager";
import { showCutText } from "./show-cut-text";
import { FittingColumns } from "./fitting-columns";
import { rowStyles } from "./row-styles";
import { SkeletonRows } from "./skeleton-rows";
import { TableBox } from "./table-box";
import { TableRows } from "./table-rows";

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: DataColumn<Row>[];
  /** Undefined until the first answer. */
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** Server paging and sorting; without it all rows are shown. */
  list?: ListControl;
  total?: number | undefined;
  /** There are more rows than `total`. */
  totalCapped?: boolean | undefined;
  /** A request is under way; with rows present a thin line shows one that takes longer. */
  fetching?: boolean;
  /** Error message. Present rows stay, and a notification shows the error. */
  error?: string | undefined;
  onRetry?: () => void;
  /** Empty state: explains the list, with one button to start. */
  empty: ReactNode;
  /** Search and filters; the columns menu is at their right. */
  toolbar?: ReactNode;
  /** Name under which the choice of columns is kept. */
  storageName?: string;
  selection?: {
    ids: string[];
    onChange: (ids: string[]) => void;
    /** How many the bulk bar acts on, where that is more than the marked rows. */
    count?: number | undefined;
    /** Rows without a checkbox return false. Default: every row has one. */
    canSelect?: (row: Row) => boolean;
    /** Buttons of the bulk bar. */
    actions: ReactNode;
  };
  rowActions?: (row: Row) => RowAction[];
  /** Buttons of a row, where there are not two. Until rows come, they have their place. */
  rowButtons?: number;
  /** Names a row for screen readers. */
  rowLabel?: (row: Row) => string;
  onRowClick?: (row: Row) => void;
  /** A row on phones. Without it the table is rendered unchanged, and must be narrow enough. */
  card?: (row: Row) => ReactNode;
}

/**
 * A list of rows in every state it can be in: first load, refetch, failed, empty, full, selected; as cards on phones.
 * Rows and paging belong to the caller.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const texts = useDesignTexts();
  const phone = usePhone();
  const { rows, list, selection, card } = props;
  const [visibility, setVisibility] = useColumnVisibility(props.columns, props.storageName);
  const refetching = useLasting(rows !== undefined && (props.fetching ?? false), lineDelay);
  const selected: RowSelectionState = Object.fromEntries((selection?.ids ?? []).map((id) => [id, true]));
  const table = useReactTable<Row>({
    data: rows ?? noRows,
    columns: props.columns,
    getRowId: props.rowId,
    getCoreRowModel: getCoreRowModel(),
    manualPagination: true,
    manualSorting: true,
    enableRowSelection: selection?.canSelect
      ? ({ original }) => selection.canSelect?.(original) ?? true
      : selection !== undefined,
    state: { columnVisibility: visibility, rowSelection: selected },
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(selected) : change;
      selection?.onChange(Object.keys(next).filter((id) => next[id]));
    },
  });

  const asCards = phone && card !== undefined;
  const loading = rows === undefined && !props.error;
  const failed = rows === undefined && props.error !== undefined;
  const empty = rows !== undefined && rows.length === 0;
  const selectable = selection !== undefined && !empty;

  return (
    <FittingColumns label={props.label} columns={props.columns} visibility={visibility} content={rows}>
      <Paper variant="outlined" sx={{ overflow: "clip" }} onMouseOver={showCutText}>
        {selection && selection.ids.length > 0 ? (
          <BulkBar count={selection.count ?? selection.ids.length} onClear={() => selection.onChange([])}>
            {selection.actions}
          </BulkBar>
        ) : (
          <Stack
            direction="row"
            sx={{ alignItems: "flex-start", gap: 1, p: props.toolbar ? { xs: 1, sm: 1.25 } : 0 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>{props.toolbar}</Box>
            {!asCards && props.storageName && (
              <ColumnsMenu table={table} visibility={visibility} onChange={setVisibility} />
            )}
          </Stack>
        )}
        <Box sx={{ position: "relative", height: 0, zIndex: 3 }}>
          {refetching && (
            <LinearProgress
              aria-label={texts.loading}
              sx={{ position: "absolute", insetInline: 0, top: -1 }}
            />
          )}
        </Box>
        {failed ? (
          <Box sx={{ borderTop: 1, borderColor: "divider" }}>
            <ErrorState
              title={texts.loadFailed}
              message={props.error ?? ""}
              {...(props.onRetry && { onRetry: props.onRetry })}
            />
          </Box>
        ) : empty ? (
          <Box sx={{ borderTop: 1, borderColor: "divider" }}>{props.empty}</Box>
        ) : asCards ? (
          loading ? (
            <SkeletonCards rows={6} />
          ) : (
            <CardRows
              table={table}
              card={card}
              selectable={selectable}
              rowActions={props.rowActions}
              rowLabel={props.rowLabel}
            />
          )
        ) : (
          <TableBox
            columns={table.getVisibleLeafColumns()}
            selectable={selection !== undefined}
            hasActions={props.rowActions !== undefined}
          >
            <Table aria-label={props.label} aria-busy={loading || (props.fetching ?? false)}>
              <TableHead
                table={table}
                list={list}
                selectable={selection !== undefined}
                hasActions={props.rowActions !== undefined}
              />
              <TableBody sx={rowStyles}>
                {loading ? (
                  <SkeletonRows
                    label={props.label}
                    rows={Math.min(list?.size ?? 8, 10)}
                    selectable={selection !== undefined}
                    columns={table.getVisibleLeafColumns()}
                    buttons={props.rowActions && (props.rowButtons ?? 2)}
                  />
                ) : (
                  <TableRows
                    table={table}
                    selectable={selectable}
                    rowActions={props.rowActions}
                    rowLabel={props.rowLabel}
                    onRowClick={props.onRowClick}
                  />
                )}
              </TableBody>
            </Table>
          </TableBox>
        )}
        {list && !failed && (props.total ?? 0) > 0 && (
          <Box sx={{ borderTop: 1, borderColor: "divider" }}>
            <TablePager list={list} total={props.total ?? 0} capped={props.totalCapped} />
          </Box>
        )}
      </Paper>
    </FittingColumns>
  );
}

/** Milliseconds: a line over rows that are there would only flash. */
const lineDelay = 150;

/** A constant empty array, so that the table is not rebuilt on every render. */
const noRows: never[] = [];

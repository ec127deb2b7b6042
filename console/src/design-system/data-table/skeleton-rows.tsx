import Skeleton from "@mui/material/Skeleton";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import type { ColumnMeta } from "@tanstack/react-table";

type Meta = ColumnMeta<unknown, unknown> | undefined;

const widths = ["70%", "45%", "85%", "55%", "60%"];

interface SkeletonRowsProps {
  rows: number;
  selectable: boolean;
  /** Of the columns in view: alignment and least width. */
  columns: Meta[];
  hasActions: boolean;
}

/** Rows of the first load, of unequal length so that they read as text to come, in columns about as wide as the later ones. */
export function SkeletonRows(props: SkeletonRowsProps) {
  return Array.from({ length: props.rows }, (_, row) => (
    // Rows without content have no other identity.
    <TableRow key={row} aria-hidden>
      {props.selectable && (
        <TableCell padding="checkbox">
          <Skeleton variant="rounded" width={18} height={18} sx={{ ml: "7px" }} />
        </TableCell>
      )}
      {props.columns.map((meta, column) => (
        <TableCell key={column} style={meta?.minWidth ? { minWidth: meta.minWidth * 1.4 } : {}}>
          <Skeleton
            width={widths[(row + column) % widths.length] ?? "60%"}
            height={18}
            sx={{ ml: meta?.numeric ? "auto" : 0 }}
          />
        </TableCell>
      ))}
      {props.hasActions && (
        <TableCell>
          <Skeleton width={48} height={18} sx={{ ml: "auto" }} />
        </TableCell>
      )}
    </TableRow>
  ));
}

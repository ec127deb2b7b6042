import Skeleton from "@mui/material/Skeleton";
import type { Column } from "@tanstack/react-table";

const widths = ["70%", "45%", "85%", "55%", "60%"];

interface SkeletonRowsProps<Row> {
  rows: number;
  selectable: boolean;
  /** Of the columns in view: alignment and least width. */
  columns: Column<Row>[];
  hasActions: boolean;
}

/** Rows of the first load, of unequal length so that they read as text to come, in columns about as wide as the later ones. */
export function SkeletonRows<Row>(props: SkeletonRowsProps<Row>) {
  return Array.from({ length: props.rows }, (_, row) => (
    // Rows without content have no other identity.
    <tr key={row} aria-hidden>
      {props.selectable && (
        <td className="check">
          <Skeleton variant="rounded" width={18} height={18} sx={{ ml: "7px" }} />
        </td>
      )}
      {props.columns.map(({ id, columnDef: { meta } }, column) => (
        <td key={id} data-column={id} style={meta?.minWidth ? { minWidth: meta.minWidth * 1.4 } : {}}>
          <Skeleton
            width={widths[(row + column) % widths.length] ?? "60%"}
            height={18}
            sx={{ ml: meta?.numeric ? "auto" : 0 }}
          />
        </td>
      ))}
      {props.hasActions && (
        <td>
          <Skeleton width={48} height={18} sx={{ ml: "auto" }} />
        </td>
      )}
    </tr>
  ));
}
